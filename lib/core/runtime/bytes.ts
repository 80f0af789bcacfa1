/** The same memory as a `Buffer`. */
export function viewBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whether both have the same bytes; no comparison of secrets, as its time depends on where they differ. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return viewBytes(bytes).toString('base64')
}
