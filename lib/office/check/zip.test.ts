import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../fixtures/text-documents.ts'
import { Zip, ZipError } from './zip.ts'

interface FileInput {
  name: string
  content?: Buffer
  method?: number
  flags?: number
  /** What the headers say, where it is not true. */
  size?: number
  compressedSize?: number
  checksum?: number
  localName?: string
}

/** An archive by the letter of the format (PKWARE APPNOTE 6.3, 4.3). */
function archive(files: FileInput[], { comment = '', count = files.length } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = Buffer.from('text'), method = 8, flags = 0, ...stated } of files) {
    const data = method === 8 ? deflateRawSync(content) : content
    const sizes = [
      stated.checksum ?? crc32(content),
      stated.compressedSize ?? data.length,
      stated.size ?? content.length,
    ]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    const localName = Buffer.from(stated.localName ?? name)
    local.writeUInt16LE(localName.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    for (const [index, value] of sizes.entries()) entry.writeUInt32LE(value, 16 + index * 4)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, localName, data)
    directory.push(entry, Buffer.from(name))
    offset += local.length + localName.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, ...directory, end, Buffer.from(comment)])
}

const a = { name: 'a.txt' }

describe('Zip', () => {
  it('reads stored and deflated files, by their exact names', async () => {
    const content = Buffer.from('Größe '.repeat(100))
    const zip = new Zip(
      archive([
        { name: 'ü.txt', content },
        { name: 'b/c.txt', content, method: 0 },
      ]),
    )
    expect(zip.names).toEqual(['ü.txt', 'b/c.txt'])
    expect(await zip.text('ü.txt')).toBe(content.toString())
    expect((await zip.content('b/c.txt'))?.equals(content)).toBe(true)
    expect(await zip.content('B/c.txt')).toBeNull()
    expect(await zip.text('__proto__')).toBeNull()
  })

  it('reads an archive with a comment, one without files, and one inside a larger buffer', async () => {
    expect(new Zip(archive([a], { comment: 'PK a comment' })).names).toEqual(['a.txt'])
    expect(new Zip(archive([])).names).toEqual([])
    const bytes = archive([a])
    const memory = Buffer.concat([Buffer.alloc(7, 1), bytes, Buffer.alloc(9, 2)])
    const zip = new Zip(new Uint8Array(memory.buffer, memory.byteOffset + 7, bytes.length))
    expect(await zip.text('a.txt')).toBe('text')
  })

  it('reads what another program writes, whatever the content', async () => {
    const contents = fc.uniqueArray(
      fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.uint8Array({ maxLength: 300 })),
      {
        selector: ([name]) => name,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(contents, async (files) => {
        const zip = new Zip(
          await makeZip(Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes)]))),
        )
        expect(zip.names.toSorted()).toEqual(files.map(([name]) => name).toSorted())
        for (const [name, bytes] of files)
          expect((await zip.content(name))?.equals(Buffer.from(bytes))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it.each<[string, Buffer]>([
    ['that is empty', Buffer.alloc(0)],
    ['without an end', archive([a]).subarray(0, -1)],
    ['with bytes after its end', Buffer.concat([archive([a]), Buffer.from('x')])],
    ['with fewer files than it says', archive([a], { count: 2 })],
    ['with too many files', archive([a], { count: 5001 })],
    ['with two files of one name', archive([a, a])],
    ['with names that differ in case only', archive([a, { name: 'A.TXT' }])],
    ['with an encrypted file', archive([{ ...a, flags: 1 }])],
    ['with an unknown compression', archive([{ ...a, method: 12 }])],
    ['with a stored file of two sizes', archive([{ ...a, method: 0, size: 3 }])],
    ['with another name in the local header', archive([{ ...a, localName: 'b.txt' }])],
    ['with a longer name in the local header', archive([{ ...a, localName: 'a.txt.exe' }])],
    ['of more than 300 MB', archive([{ ...a, size: 301 * 1024 * 1024 }])],
    [
      'of files that are more than 300 MB together',
      archive(['a', 'b'].map((name) => ({ name, size: 160 * 1024 * 1024 }))),
    ],
  ])('refuses an archive %s', (_, bytes) => {
    expect(() => new Zip(bytes)).toThrow(ZipError)
  })

  it('refuses a file whose local header is elsewhere', () => {
    const bytes = archive([a])
    const entry = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    for (const start of [1, entry, entry - 10, bytes.length, 0xffffffff]) {
      bytes.writeUInt32LE(start, entry + 42)
      expect(() => new Zip(bytes), String(start)).toThrow(ZipError)
    }
  })

  it.each<[string, FileInput]>([
    ['another checksum', { ...a, checksum: 1 }],
    ['more content than it says', { ...a, content: Buffer.alloc(1000), size: 999 }],
    ['less content than it says', { ...a, content: Buffer.alloc(1000), size: 1001 }],
    ['data that is cut off', { ...a, compressedSize: 10_000 }],
    ['more than 64 MB', { ...a, size: 65 * 1024 * 1024 }],
  ])('refuses to read a file with %s', async (_, file) => {
    const zip = new Zip(archive([file]))
    await expect(zip.content('a.txt')).rejects.toThrow(ZipError)
  })

  it('stops inflating a file where it must end', async () => {
    const zip = new Zip(archive([{ ...a, content: Buffer.alloc(60_000_000), size: 100 }]))
    const before = process.memoryUsage().arrayBuffers
    await expect(zip.content('a.txt')).rejects.toThrow(ZipError)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('throws nothing but ZipError, whatever is changed', async () => {
    const whole = archive([a, { name: 'b.txt', method: 0 }])
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, value } of changes) bytes[at] = value
        try {
          const zip = new Zip(bytes)
          for (const name of zip.names) await zip.content(name)
        } catch (error) {
          expect(error).toBeInstanceOf(ZipError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
