import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unzip } from '#lib/testing/unzip'
import { textEntry, type ZipEntry, zipOf } from './zip.ts'

const at = new Date('2026-03-04T05:06:08Z')
const stored = (path: string, content: () => Readable): ZipEntry => ({ path, sha256: '', content })

function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(1024))
    },
  })
}

it('opens one part at a time, in their order', async () => {
  const opened: string[] = []
  const open = (path: string) =>
    stored(path, () => {
      opened.push(path)
      return Readable.from([Buffer.from(path)])
    })
  const chunks = await zipOf([open('b.pdf'), textEntry('note.json', '{}'), open('a.pdf')], at).toArray()
  const parts = unzip(Buffer.concat(chunks))
  expect([...parts].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['b.pdf', 'b.pdf'],
    ['note.json', '{}'],
    ['a.pdf', 'a.pdf'],
  ])
  expect(opened).toEqual(['b.pdf', 'a.pdf'])
})

it('closes the open part when the client has gone', async () => {
  const source = endless()
  const zip = zipOf([stored('a.pdf', () => source)], at)
  await once(zip, 'readable')
  expect(source.destroyed).toBe(false)
  zip.destroy()
  await once(source, 'close')
  expect(source.destroyed).toBe(true)
})

it('opens no further part after the client has gone', async () => {
  const first = Readable.from([Buffer.from('first')])
  const later: Readable[] = []
  first.once('end', () => zip.destroy())
  const next = stored('b.pdf', () => {
    const source = endless()
    later.push(source)
    return source
  })
  const zip = zipOf([stored('a.pdf', () => first), next], at)
  zip.resume()
  await once(zip, 'close')
  await new Promise((resolve) => setImmediate(resolve))
  expect(later).toEqual([])
})

it('is aborted when an entry cannot be read, at its start or in the middle', async () => {
  const fails = async function* (bytes: number) {
    if (bytes > 0) yield Buffer.alloc(bytes)
    throw new Error('The disk has gone.')
  }
  for (const bytes of [0, 1000]) {
    const first = stored('a.pdf', () => Readable.from([Buffer.from('first')]))
    const zip = zipOf([first, stored('b.pdf', () => Readable.from(fails(bytes)))], at)
    await expect(zip.toArray()).rejects.toThrow('The disk has gone.')
    expect(zip.destroyed).toBe(true)
  }
})
