import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readWithPdfjs } from '../pdf/file/reading.ts'
import { docx, linkedPicture, odt } from '../pdf/fixtures/text-documents.ts'
import { officePath, officeToPdf } from './office.ts'

const office = officePath() ?? ''
const options = { office, tenantId: 1, maxBytes: 10_000_000 }
const temporaryFolder = mkdtempSync(join(tmpdir(), 'office-test-'))
process.env.TMPDIR = temporaryFolder
afterAll(() => rmSync(temporaryFolder, { recursive: true }))

async function textOf(pdf: Uint8Array | null) {
  const { texts } = await readWithPdfjs(new Uint8Array(pdf!), { maxPages: 5, textPages: 5 })
  return texts.join(' ')
}

describe.skipIf(!office)('officeToPdf, which needs LibreOffice on the PATH', () => {
  it('converts a DOCX and an ODT', async () => {
    expect(
      await textOf(await officeToPdf(await docx({ text: 'Lease agreement' }), 'docx', options)),
    ).toContain('Lease agreement')
    expect(await textOf(await officeToPdf(await odt({ text: 'Mietvertrag ü' }), 'odt', options))).toContain(
      'Mietvertrag ü',
    )
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  it('loads no linked content, even from a document that was not checked', async () => {
    const requests: string[] = []
    const server = createServer(({ url }, response) => {
      requests.push(url!)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const links = [{ type: 'image', target: `${origin}/a.png` }]
    expect(
      await officeToPdf(await docx({ links, body: linkedPicture('link0') }), 'docx', options),
    ).not.toBeNull()
    const section = (target: string) =>
      `<text:section text:name="s"><text:section-source xlink:type="simple" xlink:href="${target}"/><text:p>old</text:p></text:section>`
    const body = `${section(`${origin}/b.txt`)}${section('file:///etc/passwd').replace('"s"', '"t"')}`
    const text = await textOf(await officeToPdf(await odt({ body }), 'odt', options))
    expect(text).not.toContain('root')
    expect(requests).toEqual([])
    server.close()
  })

  it('returns null for a file that it cannot read as its type, such as a web page', async () => {
    const page = new TextEncoder().encode('<html><body>Page</body></html>')
    expect(await officeToPdf(page, 'docx', options)).toBeNull()
  })

  it('returns null after the time limit, and leaves neither processes nor files', async () => {
    expect(await officeToPdf(await docx(), 'docx', { ...options, timeoutSeconds: 0.3 })).toBeNull()
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  it('returns null for a result above the size limit', async () => {
    expect(await officeToPdf(await docx(), 'docx', { ...options, maxBytes: 1000 })).toBeNull()
  })
})

describe('officePath', () => {
  it('is null when LibreOffice is not on the PATH', () => {
    const { PATH } = process.env
    process.env.PATH = '/nonexistent'
    expect(officePath()).toBeNull()
    process.env.PATH = PATH
  })
})
