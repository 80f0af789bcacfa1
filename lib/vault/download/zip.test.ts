import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unzip } from '#lib/testing/values/unzip'
import { streamZip, textEntry, type ZipEntry } from './zip.ts'

const time = new Date('2026-03-04T05:06:08Z')
const getEntry = (path: string, content: () => Readable): ZipEntry => ({ path, sha256: '', content })

function endlessStream(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(1024))
    },
  })
}

it('opens the entries one after the other, in order', async () => {
  const opened: string[] = []
  const recordedEntry = (path: string) =>
    getEntry(path, () => {
      opened.push(path)
      return Readable.from([Buffer.from(path)])
    })
  const chunks = await streamZip(
    [recordedEntry('b.pdf'), textEntry('note.json', '{}'), recordedEntry('a.pdf')],
    time,
  ).toArray()
  const unzipped = unzip(Buffer.concat(chunks))
  expect([...unzipped].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['b.pdf', 'b.pdf'],
    ['note.json', '{}'],
    ['a.pdf', 'a.pdf'],
  ])
  expect(opened).toEqual(['b.pdf', 'a.pdf'])
})

it('closes the open entry when the client disconnects', async () => {
  const source = endlessStream()
  const zip = streamZip([getEntry('a.pdf', () => source)], time)
  await once(zip, 'readable')
  expect(source.destroyed).toBe(false)
  zip.destroy()
  await once(source, 'close')
  expect(source.destroyed).toBe(true)
})

it('opens no further entry after the client has disconnected', async () => {
  const first = Readable.from([Buffer.from('first')])
  const openedAfterDisconnect: Readable[] = []
  first.once('end', () => zip.destroy())
  const next = getEntry('b.pdf', () => {
    const source = endlessStream()
    openedAfterDisconnect.push(source)
    return source
  })
  const zip = streamZip([getEntry('a.pdf', () => first), next], time)
  zip.resume()
  await once(zip, 'close')
  await new Promise((resolve) => setImmediate(resolve))
  expect(openedAfterDisconnect).toEqual([])
})

it('aborts the ZIP when an entry cannot be read, at its start or in the middle', async () => {
  const failAfter = async function* (bytes: number) {
    if (bytes > 0) yield Buffer.alloc(bytes)
    throw new Error('Disk failure.')
  }
  for (const bytes of [0, 1000]) {
    const first = getEntry('a.pdf', () => Readable.from([Buffer.from('first')]))
    const zip = streamZip([first, getEntry('b.pdf', () => Readable.from(failAfter(bytes)))], time)
    await expect(zip.toArray()).rejects.toThrow('Disk failure.')
    expect(zip.destroyed).toBe(true)
  }
})
