/**
 * Gives the memory of bytes back at once: garbage is collected late, and by a thread that has nothing to do never. Only
 * for whoever made them, or was given all of them: what else lies in their memory goes too.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  // Small ones share the memory of Node's pool.
  const alone = byteLength === buffer.byteLength || buffer.byteLength > Buffer.poolSize
  // Resizable memory would keep its room.
  if (alone) buffer.transferToFixedLength(0)
}

/** So much for bytes, and for more that may be appended: for some signatures' worth. */
export function sizeWithRoom(size: number): number {
  return size + Math.ceil(size / 16) + 128 * 1024
}

/** Memory of its own for so many bytes and what may be appended to them, as it was found: for whoever fills it. */
export function memoryWithRoom(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(sizeWithRoom(size)).buffer)
}

/** A copy in memory of its own, with room behind it. */
export function copyWithRoom(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const memory = memoryWithRoom(bytes.length)
  memory.set(bytes)
  return memory.subarray(0, bytes.length)
}

/** Up to where a memory is in use, when what lies behind is free. */
const ends = new WeakMap<ArrayBufferLike, number>()

/**
 * Says that these bytes came with all their memory: nobody uses what lies behind them, and they may grow there. Not said
 * of those that do not begin it, or lie in the pool of Node. What lies behind is wiped: it may be another's, and not
 * every reader stops where the bytes end.
 */
export function own(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = bytes
  if (byteOffset > 0 || buffer.byteLength <= Buffer.poolSize) return bytes
  new Uint8Array(buffer, length).fill(0)
  ends.set(buffer, length)
  return bytes
}

/** Both as one: in the memory of the first where they may grow there, else in new memory. */
export function append(bytes: Uint8Array, more: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = bytes
  const size = length + more.length
  const grows = byteOffset === 0 && ends.get(buffer) === length && size <= buffer.byteLength
  const whole = grows ? new Uint8Array(buffer, 0, size) : new Uint8Array(size)
  if (grows) ends.set(buffer, size)
  else whole.set(bytes)
  whole.set(more, length)
  return whole
}

/** Nothing else lies in their memory: it can be given away with them. */
export function ownsMemory({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const end = ends.get(buffer) ?? buffer.byteLength
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === end
}
