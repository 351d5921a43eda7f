/** Lets the browser keep bytes as a file of a name. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
