import { createHash } from 'node:crypto'
import { Signer, SignPdf } from '@signpdf/signpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { testAuthority } from '../fixtures/authority.ts'
import { signDigest } from './cms.ts'
import type { SigningIdentity } from './identity.ts'
import { fillIncrement, longestCms } from './signer.ts'

let identity: SigningIdentity

beforeAll(async () => {
  const real = await (await testAuthority()).identity('Ada')
  // ECDSA is randomized: a fixed value makes two results comparable byte by byte.
  identity = { ...real, sign: async () => new Uint8Array(70).fill(0x5a) }
})

const reservedBytes = 4000
const placeholder = '/ByteRange [0 /********** /********** /**********]'

/** A file of `headBytes` bytes and a signature dictionary as its last object. */
function file(headBytes: number, options: { room?: number; end?: string; head?: string } = {}) {
  const head = (options.head ?? '%PDF-1.7\n').padEnd(headBytes - 1, 'x')
  const contents = '0'.repeat((options.room ?? reservedBytes) * 2)
  const object = `7 0 obj\n<<\n/Type /Sig\n${placeholder}\n/Contents <${contents}>\n/M (D:2026)\n>>\nendobj\n`
  const end = options.end ?? 'trailer\n<< >>\nstartxref\n0\n%%EOF\n'
  return { bytes: new Uint8Array(Buffer.from(`${head}\n${object}${end}`, 'latin1')), tail: headBytes }
}

/** The reference: @signpdf/signpdf gets the whole file. */
class WholeSigner extends Signer {
  override async sign(pdf: Buffer): Promise<Buffer> {
    return Buffer.from(await signDigest(createHash('sha256').update(pdf).digest(), identity))
  }
}

async function signTail(preparedFile: ReturnType<typeof file>, signer = identity): Promise<Buffer> {
  const fileBefore = preparedFile.bytes.subarray(0, preparedFile.tail / 2)
  const signedFile = await fillIncrement(
    fileBefore,
    preparedFile.bytes.subarray(fileBefore.length),
    preparedFile.tail - fileBefore.length,
    { hash: 'sha256', make: (digest) => signDigest(digest, signer) },
  )
  return Buffer.concat([fileBefore, signedFile])
}

function byteRange(signedFile: Buffer): number[] {
  const rangeMatch = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(signedFile.toString('latin1'))
  return rangeMatch!.slice(1).map(Number)
}

describe('signing only the tail', () => {
  test.each([30, 1000, 100_000, 12_345_678])(
    'after %i bytes has the same result as signing the whole file',
    async (size) => {
      const wholeFile = await new SignPdf().sign(file(size).bytes, new WholeSigner())
      const tail = await signTail(file(size))
      expect(tail.length).toBe(wholeFile.length)
      expect(Buffer.compare(tail, wholeFile)).toBe(0)
    },
  )

  test('the byte range excludes exactly the Contents', async () => {
    const signedFile = await signTail(file(5000))
    const [start, first, second, last] = byteRange(signedFile)
    expect(start).toBe(0)
    expect(signedFile.toString('latin1', first! - 10, first!)).toBe('/Contents ')
    expect(signedFile[first!]).toBe(0x3c)
    expect(signedFile[second! - 1]).toBe(0x3e)
    expect(second! - first!).toBe(reservedBytes * 2 + 2)
    expect(second! + last!).toBe(signedFile.length)
  })

  test('keeps every byte before, and the length of the dictionary', async () => {
    const fileBefore = Buffer.from(file(5000).bytes)
    const signedFile = await signTail(file(5000))
    expect(Buffer.compare(signedFile.subarray(0, 5000), fileBefore.subarray(0, 5000))).toBe(0)
    expect(signedFile.length).toBe(fileBefore.length - 1)
    expect(signedFile.indexOf('/Contents')).toBe(fileBefore.indexOf('/Contents'))
    expect(signedFile.toString('latin1').endsWith('%%EOF')).toBe(true)
  })

  test('ignores byte ranges before the tail', async () => {
    const head = `%PDF-1.7\n${placeholder} /Contents <00> ${placeholder} `
    const signedFile = await signTail(file(600, { head }))
    const text = signedFile.toString('latin1')
    expect(text.startsWith(head)).toBe(true)
    const [, first, second, last] = byteRange(signedFile)
    expect(first).toBeGreaterThan(600)
    expect(second! + last!).toBe(signedFile.length)
  })

  test('fills Contents with the CMS and zeros', async () => {
    const signedFile = await signTail(file(400))
    const [, first, second] = byteRange(signedFile)
    const contents = Buffer.from(signedFile.toString('latin1', first! + 1, second! - 1), 'hex')
    expect(contents).toHaveLength(reservedBytes)
    const length = 4 + contents.readUInt16BE(2)
    expect(contents[0]).toBe(0x30)
    expect(length).toBeLessThan(3000)
    expect(contents.subarray(length).every((byte) => byte === 0)).toBe(true)
  })

  test('signs the digest of exactly the byte range', async () => {
    const asked: Uint8Array[] = []
    const watching = {
      ...identity,
      sign: async (data: Uint8Array) => {
        asked.push(data)
        return new Uint8Array(70)
      },
    }
    const signedFile = await signTail(file(3000), watching)
    const [, first, second] = byteRange(signedFile)
    const covered = Buffer.concat([signedFile.subarray(0, first), signedFile.subarray(second)])
    const digest = createHash('sha256').update(covered).digest()
    expect(asked).toHaveLength(1)
    expect(Buffer.from(asked[0]!).includes(digest)).toBe(true)
  })

  test('works on a view of a larger buffer without changing it', async () => {
    const preparedFile = file(500)
    const memory = Buffer.alloc(preparedFile.bytes.length + 2000, 0xee)
    memory.set(preparedFile.bytes, 1000)
    const fileBefore = Buffer.from(memory)
    const view = new Uint8Array(memory.buffer, memory.byteOffset + 1000, preparedFile.bytes.length)
    expect(Buffer.compare(await signTail({ ...preparedFile, bytes: view }), await signTail(file(500)))).toBe(
      0,
    )
    expect(Buffer.compare(memory, fileBefore)).toBe(0)
  })
})

describe('the longest CMS', () => {
  test.each([0, 3000])(
    'is as long as one with the longest signature, and a token of %i bytes',
    async (token) => {
      const longest = {
        ...identity,
        sign: async () => new Uint8Array(72),
        ...(token > 0 && { stamp: async () => new Uint8Array(token) }),
      }
      expect((await signDigest(new Uint8Array(32), longest)).length).toBe(await longestCms(longest, token))
      const usual = { ...longest, sign: async () => new Uint8Array(69) }
      expect((await signDigest(new Uint8Array(32), usual)).length).toBeLessThan(
        await longestCms(usual, token),
      )
    },
  )
})

describe('errors', () => {
  test('a CMS that does not fit', async () => {
    const signing = signTail(file(100, { room: 200 }))
    await expect(signing).rejects.toMatchObject({ code: 'bad_signature' })
    await expect(signTail(file(100, { room: 200 }))).rejects.toThrow(/exceeds placeholder length/)
  })

  test('a tail without a placeholder', async () => {
    const bytes = new Uint8Array(Buffer.from('%PDF-1.7\n7 0 obj\n<< >>\nendobj\n%%EOF\n'))
    await expect(signTail({ bytes, tail: 9 })).rejects.toThrow(/No ByteRangeStrings/)
  })

  test('a truncated file', async () => {
    await expect(signTail(file(100, { end: 'startxref\n0\n' }))).rejects.toThrow(/must end with an EOF/)
  })

  test('an error of the key owner', async () => {
    const refusing = { ...identity, sign: () => Promise.reject(new Error('no')) }
    await expect(signTail(file(100), refusing)).rejects.toThrow('no')
  })
})

describe('the pinned @signpdf/signpdf', () => {
  test('passes its signer the file without Contents, with the final byte range', async () => {
    const chunksSeen: Buffer[] = []
    class WatchedSigner extends Signer {
      override async sign(pdf: Buffer): Promise<Buffer> {
        chunksSeen.push(Buffer.from(pdf))
        return Buffer.alloc(10)
      }
    }
    const { bytes } = file(200, { room: 50 })
    await new SignPdf().sign(bytes, new WatchedSigner())
    expect(chunksSeen).toHaveLength(1)
    const text = chunksSeen[0]!.toString('latin1')
    expect(text).toMatch(/\/ByteRange \[0 283 385 54\] +\n\/Contents \n/)
    expect(text).not.toContain('<0000')
    expect(chunksSeen[0]!.length).toBe(bytes.length - 1 - 102)
  })
})
