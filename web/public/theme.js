// Before the first paint of a public page: the chosen theme, else that of the device. The pages' modules take over from here.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; then the device decides.
  }
  const dark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
