import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { release } from './memory.ts'

describe('release', () => {
  it('takes large bytes away, the whole of their memory', () => {
    const memory = new ArrayBuffer(4_000_000)
    const bytes = new Uint8Array(memory, 0, 3_000_000)
    release(bytes)
    expect([bytes.length, memory.byteLength, memory.detached]).toEqual([0, 0, true])
  })

  it('takes away what a cipher gave, however little', () => {
    for (const size of [1, 100, 65_536]) {
      const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
      const sealed = cipher.update(Buffer.alloc(size))
      release(sealed)
      expect(sealed).toHaveLength(0)
    }
  })

  it('leaves what lies in the pool that others use', () => {
    for (const size of [1, 100, Buffer.poolSize / 2 - 1]) {
      const [pooled, neighbour] = [Buffer.allocUnsafe(size).fill(7), Buffer.from('neighbour')]
      release(pooled)
      expect(pooled).toHaveLength(size)
      expect(neighbour.toString()).toBe('neighbour')
    }
  })

  it('leaves shared memory to those who share it', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(2_000_000))
    release(shared)
    expect(shared).toHaveLength(2_000_000)
  })
})
