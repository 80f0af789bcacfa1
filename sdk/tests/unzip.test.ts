import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { now } from '../../lib/core/clock.ts'
import { streamZip, textEntry } from '../../lib/vault/download/zip.ts'
import { UnreadablePackage } from '../verify/package-files.ts'
import { unzip } from '../verify/unzip.ts'

const text = 'The lease of the house'
/** As the service makes it: one entry of known length, one that is streamed. */
const zip = await buffer(
  streamZip(
    [
      textEntry('how-to-verify.txt', text),
      {
        path: '01-Lease/Lease-signed.pdf',
        sha256: '',
        content: () => Readable.from([Buffer.from('%PDF-1.7')]),
      },
    ],
    now(),
  ),
)

function edit(change: (bytes: Buffer) => unknown): Buffer {
  const bytes = Buffer.from(zip)
  const edited = change(bytes)
  return Buffer.isBuffer(edited) ? edited : bytes
}
const replaceAll = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

const directory = zip.readUInt32LE(zip.length - 6)

/** The record says that the directory is where it is, but its entries are not before it. */
function addEndRecord(bytes: Buffer): Buffer {
  bytes.writeUInt16LE(22, bytes.length - 2)
  return Buffer.concat([bytes, zip.subarray(-22)])
}

function hideEntry(bytes: Buffer): Buffer {
  const hidden = bytes.subarray(0, bytes.indexOf('PK\x03\x04', 4, 'latin1'))
  const longer = Buffer.concat([bytes.subarray(0, directory), hidden, bytes.subarray(directory)])
  longer.writeUInt32LE(directory + hidden.length, longer.length - 6)
  return longer
}

function encrypt(bytes: Buffer): void {
  for (const at of [6, directory + 8]) bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at)
}

it('reads a ZIP of the service, and a compressed one with a comment', async () => {
  expect([...unzip(zip)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['how-to-verify.txt', text],
    ['01-Lease/Lease-signed.pdf', '%PDF-1.7'],
  ])
  const packed = new yazl.ZipFile()
  packed.addEmptyDirectory('folder')
  packed.addBuffer(Buffer.from(text.repeat(50)), 'folder/é.txt')
  packed.end({ comment: 'made by hand' } as never)
  const files = unzip(await buffer(packed.outputStream as Readable))
  expect([...files.keys(), Buffer.from(files.get('folder/é.txt')!).toString()]).toEqual([
    'folder/é.txt',
    text.repeat(50),
  ])
})

describe('refuses a ZIP', () => {
  it.each<[string, (bytes: Buffer) => unknown, string]>([
    ['with bytes after it', (bytes) => Buffer.concat([bytes, Buffer.from('more')]), 'something follows'],
    ['with a second end record in its comment', addEndRecord, 'directory'],
    ['with bytes before it', (bytes) => Buffer.concat([Buffer.from('MZ'), bytes]), 'an entry is missing'],
    ['with a hidden entry before the directory', hideEntry, 'hidden before its directory'],
    ['whose local header has another name', (bytes) => bytes.write('x', 30), 'two things'],
    ['whose local header has another size', (bytes) => bytes.writeUInt32LE(3, 22), 'two things'],
    ['whose local header has another method', (bytes) => bytes.writeUInt16LE(8, 8), 'two things'],
    ['whose descriptor has another size', (bytes) => bytes.writeUInt32LE(3, directory - 4), 'two things'],
    [
      'with other bytes than its CRC says',
      (bytes) => bytes.write('x', bytes.indexOf(text)),
      'cannot be read',
    ],
    ['with a folder above', (bytes) => replaceAll(bytes, '01-Lease/Lease-', '../../../Lease-'), 'unsafe'],
    ['with an absolute path', (bytes) => replaceAll(bytes, '01-Lease/', '/1-Lease/'), 'unsafe'],
    ['with backslashes', (bytes) => replaceAll(bytes, '01-Lease/', '01-Lease\\'), 'unsafe'],
    ['that is encrypted', encrypt, 'cannot be read'],
  ])('%s', (_, change, message) => {
    const read = () => unzip(edit(change))
    expect(read).toThrow(UnreadablePackage)
    expect(read).toThrow(message)
  })

  it('with names that differ by case only', async () => {
    const entries = [textEntry('Lease.pdf', '1'), textEntry('lease.pdf', '2')]
    const bytes = await buffer(streamZip(entries, now()))
    expect(() => unzip(bytes)).toThrow('two files')
  })

  it('of any damage, or reads what was in it', () => {
    const whole = unzip(zip)
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = edit((bytes) => void bytes.writeUInt8(bytes[at]! ^ flip, at))
        try {
          // Times and attributes may differ.
          expect(unzip(damaged)).toEqual(whole)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadablePackage)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
