import { describe, expect, it } from 'vitest'
import { release } from './memory.ts'

describe('release', () => {
  it('takes large bytes away, the whole of their memory', () => {
    const memory = new ArrayBuffer(4_000_000)
    const bytes = new Uint8Array(memory, 0, 3_000_000)
    release(bytes)
    expect([bytes.length, memory.byteLength, memory.detached]).toEqual([0, 0, true])
  })

  it('leaves what may lie in memory that others use', () => {
    const pooled = Buffer.allocUnsafe(100).fill(7)
    release(pooled)
    expect(pooled.every((byte) => byte === 7)).toBe(true)
    expect(pooled).toHaveLength(100)
  })

  it('leaves shared memory to those who share it', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(2_000_000))
    release(shared)
    expect(shared).toHaveLength(2_000_000)
  })
})
