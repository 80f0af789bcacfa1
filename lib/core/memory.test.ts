import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { append, copyWithRoom, own, ownsMemory, release } from './memory.ts'

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

describe('own', () => {
  it('wipes what lies behind, and nothing else', () => {
    const memory = new Uint8Array(200_000).fill(7)
    own(memory.subarray(0, 100_000))
    expect([memory[99_999], ...new Set(memory.subarray(100_000))]).toEqual([7, 0])
    const pooled = Buffer.allocUnsafe(10)
    const around = Buffer.from(pooled.buffer, 0, 100)
    const before = Buffer.from(around)
    own(new Uint8Array(pooled.buffer, 0, 5))
    expect(Buffer.compare(around, before)).toBe(0)
  })
})

describe('append', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)

  it('makes new memory of its own, and leaves alone what lies behind the first', () => {
    const memory = bytes(1, 2, 3, 4, 5)
    const whole = append(memory.subarray(0, 2), bytes(8, 9))
    expect([...whole]).toEqual([1, 2, 8, 9])
    expect([...memory]).toEqual([1, 2, 3, 4, 5])
    expect(ownsMemory(whole)).toBe(true)
  })

  it('grows in the same memory, again and again, where what lies behind is free', () => {
    const first = own(copyWithRoom(bytes(1, 2)))
    const second = append(append(first, bytes(3)), bytes(4, 5))
    expect([...second]).toEqual([1, 2, 3, 4, 5])
    expect(second.buffer).toBe(first.buffer)
    expect(ownsMemory(second)).toBe(true)
    expect([...first, ownsMemory(first)]).toEqual([1, 2, false])
  })

  it('never where they do not begin their memory, or lie in the pool of Node', () => {
    for (const memory of [new Uint8Array(200_000).fill(7), Buffer.from('p'.repeat(400)), Buffer.alloc(9)]) {
      for (const at of [0, 4]) {
        const some = memory.subarray(at, at + 3)
        if (at > 0 || memory.buffer.byteLength <= Buffer.poolSize) own(some)
        const before = Buffer.from(memory)
        expect([...append(some, bytes(1, 2))]).toEqual([...some, 1, 2])
        expect(Buffer.compare(memory, before)).toBe(0)
        expect(ownsMemory(some)).toBe(false)
      }
    }
  })

  it('never twice in the same place', () => {
    const first = own(copyWithRoom(bytes(1, 2)))
    const [one, other] = [append(first, bytes(3)), append(first, bytes(4))]
    expect([...one, ...other]).toEqual([1, 2, 3, 1, 2, 4])
  })

  it('moves on where the room ends', () => {
    const memory = new Uint8Array(100_000)
    const first = own(memory.subarray(0, 99_999))
    expect(append(first, bytes(1)).buffer).toBe(memory.buffer)
    const again = own(memory.subarray(0, 99_999))
    const whole = append(again, bytes(4, 5))
    expect([...whole.subarray(99_998)]).toEqual([0, 4, 5])
    expect(whole.buffer).not.toBe(memory.buffer)
  })
})
