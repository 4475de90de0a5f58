/** The mark: a T whose stem ends in a dot with an arc under it, a tap. Beside the word it is decoration. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8.6" fill="var(--colorBrandBackground, var(--brand))" />
      <path d="M8 9.6h16M16 9.6v7.2" stroke="#fff" strokeWidth="3" strokeLinecap="round" fill="none" />
      <circle cx="16" cy="19.4" r="2.4" fill="#fff" />
      <path d="M9.6 20.4a6.6 6.6 0 0 0 12.8 0" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" fill="none" />
    </svg>
  );
}
