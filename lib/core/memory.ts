/**
 * Gives the memory of bytes back at once: garbage is collected late, and by a thread that has nothing to do never. Only
 * for whoever made them, or was given all of them: what else lies in their memory goes too.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  // Small ones share the memory of Node's pool.
  const alone = byteLength === buffer.byteLength || buffer.byteLength > Buffer.poolSize
  if (alone) buffer.transfer(0)
}
