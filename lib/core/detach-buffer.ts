/**
 * Frees the memory of bytes that only the caller has, at once; bytes that are a part of larger memory are left alone.
 * V8 searches a whole heap for garbage for every 64 MB of such memory that is left to it, and frees it late. Measured by
 * `npm run bench -- upload` on two busy cores: with this an upload of 30 MB takes 191 ms and adds 83 to 91 MB, without it
 * 299 ms and 471 MB.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0)
}
