/** Saves a file to the device's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Later, because some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
