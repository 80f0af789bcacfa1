import { randomBytes } from 'node:crypto'
import { readdir, rm, symlink } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { decryptFileSync } from '#lib/storage/decrypt'
import { stagingFolder } from '#lib/storage/store'
import { multipart, readForm } from './multipart.ts'

const BOUNDARY = 'edge'
const unhandledRejections: unknown[] = []
const recordRejection = (reason: unknown) => unhandledRejections.push(reason)
beforeEach(() => {
  process.on('unhandledRejection', recordRejection)
})
afterEach(() => {
  process.off('unhandledRejection', recordRejection)
})

/** A request whose body arrives in these pieces; an Error aborts it. */
function request(pieces: (string | Uint8Array | Error)[], length?: number): Request {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const piece = pieces.shift()
      if (piece instanceof Error) controller.error(piece)
      else if (piece === undefined) controller.close()
      else controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
    },
  })
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(length !== undefined && { 'content-length': String(length) }),
  }
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

const fileHead = (name = 'file') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n`
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
/** Pieces of 100,000 bytes, each in its own buffer. */
const getPieces = (bytes: Buffer) =>
  Array.from(
    { length: bytes.length / 100_000 },
    (_, index) => new Uint8Array(bytes.subarray(index * 100_000, (index + 1) * 100_000)),
  )
const end = `\r\n--${BOUNDARY}--\r\n`
const staged = () => readdir(stagingFolder()).catch(() => [])

it('reads text parts and one file', async () => {
  const form = await readForm(request([part('name', 'Lease'), fileHead(), 'bytes', end]), 1, multipart())
  expect([form.fields, form.file?.filename, form.file?.size]).toEqual([{ name: 'Lease' }, 'a.pdf', 5])
  await form.file?.discard()
})

it('encrypts a file while it arrives', async () => {
  const bytes = randomBytes(3_000_000)
  const { file } = await readForm(request([fileHead(), ...getPieces(bytes), end]), 1, multipart())
  expect(file!.sha256).toBe(sha256Hex(bytes))
  expect(Buffer.compare(decryptFileSync(file!.file), bytes)).toBe(0)
  await file!.discard()
})

it('frees received buffers, except shared ones', async () => {
  // No piece ends like the beginning of a boundary: the parser would retain such a piece.
  const [pieces, shared] = [getPieces(Buffer.alloc(300_000, 'x')), Buffer.alloc(100_000, 'y').subarray(1)]
  const form = await readForm(request([fileHead(), ...pieces, shared, end]), 1, multipart())
  await form.file!.discard()
  expect([...pieces, shared].map((piece) => piece.length)).toEqual([0, 0, 0, 99_999])
})

it('reports a failing disk as unavailable', async () => {
  await rm(stagingFolder(), { recursive: true, force: true })
  // A folder in which no user can create files.
  await symlink('/sys', stagingFolder())
  try {
    const read = readForm(request([fileHead(), 'bytes', end]), 1, multipart())
    await expect(read).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await rm(stagingFolder())
  }
})

it('discards a file when the connection closes', async () => {
  const aborted = request([part('name', 'Lease'), fileHead(), randomBytes(200_000), new Error('reset')])
  await expect(readForm(aborted, 1, multipart())).rejects.toMatchObject({ code: 'validation_error' })
  expect(await staged()).toEqual([])
})

it.each([
  ['in the middle of a file', [fileHead(), 'half a fi']],
  ['between the parts', [part('name', 'Lease')]],
  ['in the head of a part', [`--${BOUNDARY}\r\nContent-Dis`]],
])('refuses a body that ends %s', async (_position, pieces) => {
  await expect(readForm(request([...pieces]), 1, multipart())).rejects.toMatchObject({
    code: 'validation_error',
  })
  expect(await staged()).toEqual([])
})

it('refuses a file that is too large while the rest of it is still coming', async () => {
  const pieces = Array.from({ length: 60 }, () => new Uint8Array(2 ** 20))
  const large = request([fileHead(), ...pieces, end])
  await expect(readForm(large, 1, multipart())).rejects.toMatchObject({ details: { reason: 'too_large' } })
  expect(await staged()).toEqual([])
  expect(unhandledRejections).toEqual([])
})

it('refuses a file of another name, a second file and a second text part, which would be lost', async () => {
  const file = [fileHead(), 'bytes', '\r\n']
  const other = [fileHead('other'), randomBytes(90_000), '\r\n']
  const nameless = fileHead().replace('name="file"; ', '')
  const second = [fileHead(), randomBytes(90_000), '\r\n']
  const last = `--${BOUNDARY}--\r\n`
  const repeated = [expect.stringContaining('more than once')]
  const notExpected = [expect.stringContaining('as the part file')]
  const cases: [(string | Uint8Array)[], object][] = [
    [[...file, ...other, ...second, last], { file: repeated, other: notExpected }],
    [[...other, ...file, last], { other: notExpected }],
    [[part('name', 'Lease'), ...file, part('name', 'Rent'), last], { name: repeated }],
    [[nameless, 'bytes', '\r\n', ...file, last], { body: notExpected }],
    // The parser reads ten files and ignores further ones.
    [
      [...Array.from({ length: 12 }, () => [fileHead('other'), 'more', '\r\n']).flat(), ...file, last],
      { other: notExpected },
    ],
  ]
  for (const [pieces, errors] of cases)
    await expect(readForm(request(pieces), 1, multipart())).rejects.toMatchObject({ details: { errors } })
  for (const cutOff of [other.slice(0, 2), [...other.slice(0, 2), new Error('reset')]]) {
    await expect(readForm(request(cutOff), 1, multipart())).rejects.toMatchObject({
      code: 'validation_error',
    })
  }
  expect([await staged(), unhandledRejections]).toEqual([[], []])
})

it('refuses a compressed body by its own message', async () => {
  const compressed = request([fileHead(), 'bytes', end])
  compressed.headers.set('content-encoding', 'gzip')
  await expect(readForm(compressed, 1, multipart())).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { 'Content-Encoding': [expect.stringContaining('not supported')] } },
  })
})

it('prefers the encoded file name', async () => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"; filename*=utf-8''Szerz%C5%91d%C3%A9s.pdf\r\n\r\n`
  const form = await readForm(request([head, 'bytes', end]), 1, multipart())
  expect(form.file?.filename).toBe('Szerződés.pdf')
  await form.file!.discard()
})

/** The name of a file whose part has these parameters, as bytes in Latin-1. */
async function readFilename(parameters: string): Promise<string> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\nbytes`
  const form = await readForm(request([Buffer.from(head, 'latin1'), end]), 1, multipart())
  await form.file!.discard()
  return form.file!.filename
}

it('reads quotes and line breaks of a file name as browsers escape them', async () => {
  expect(await readFilename('filename="a%22b%0D%0Ac%20%41.pdf"')).toBe('a"b\r\nc%20%41.pdf')
  // As curl and Go do.
  expect(await readFilename('filename="a\\"b.pdf"')).toBe('a"b.pdf')
})

it('reads a file name in UTF-8, in Windows-1252 where it is not UTF-8, and as it is encoded', async () => {
  const latin1 = (text: string) => Buffer.from(text).toString('latin1')
  expect(await readFilename(`filename="${latin1('Müller Ω.pdf')}"`)).toBe('Müller Ω.pdf')
  expect(await readFilename('filename="M\xfcller \x80.pdf"')).toBe('Müller €.pdf')
  expect(await readFilename("filename*=UTF-8''M%C3%BCller.pdf")).toBe('Müller.pdf')
  expect(await readFilename("filename*=iso-8859-1''M%FCller.pdf")).toBe('Müller.pdf')
})

it.each([
  ['UTF-8', '', 'M\xc3\xbcller \xe2\x82\xac', 'Müller €'],
  ['Windows-1252', '', 'M\xfcller \x80', 'Müller €'],
  ['the UTF-8 of its header', 'Content-Type: text/plain; charset=utf-8\r\n', 'M\xc3\xbcller', 'Müller'],
  ['the Latin-1 of its header', 'Content-Type: text/plain; charset=iso-8859-1\r\n', 'M\xfcller', 'Müller'],
])('reads a text part in %s', async (_, header, bytes, text) => {
  const disposition = 'Content-Disposition: form-data; name="gr\xc3\xb6\xc3\x9fe"\r\n'
  const sent = `--${BOUNDARY}\r\n${disposition}${header}\r\n${bytes}\r\n`
  const form = await readForm(
    request([Buffer.from(sent, 'latin1'), fileHead(), 'bytes', end]),
    1,
    multipart(),
  )
  await form.file!.discard()
  expect(form.fields).toEqual({ größe: text })
})

it.each([
  ['the file without a file name', 'name="file"\r\n', { file: [expect.stringContaining('no file name')] }],
  [
    'a text in an unknown charset',
    'name="name"\r\nContent-Type: text/plain; charset=ebcdic\r\n',
    { name: ['Contains characters that are not text.'] },
  ],
])('refuses %s', async (_, parameters, errors) => {
  const sent = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${parameters}\r\nbytes\r\n`
  const read = readForm(request([sent, end]), 1, multipart())
  await expect(read).rejects.toMatchObject({ details: { errors } })
})

it('reads a text part without a name', async () => {
  const sent = `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nbytes\r\n`
  const form = await readForm(request([sent, fileHead(), 'bytes', end]), 1, multipart())
  await form.file!.discard()
  expect(form.fields).toEqual({ '': 'bytes' })
})
