/** Hands a file to the person, as a download of that name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveAddress(address, name);
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The same of what has an address of its own. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
