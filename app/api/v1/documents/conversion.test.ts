import { readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import type { DocumentRecord } from '#lib/documents/schema'
import { findUsage } from '#lib/identity/account/quotas'
import { officePath } from '#lib/office/convert'
import { docx } from '#lib/office/fixtures/text-documents'
import { findIsolationProblem } from '#lib/office/sandbox'
import { jpegImage, pngImage, rawPng } from '#lib/pdf/fixtures/images'
import { stagingFolder } from '#lib/storage/store'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as downloadRoute from './[id]/download/route.ts'
import * as documentsRoute from './route.ts'

type ItemBody = { data: DocumentRecord }
type ErrorBody = { error: { code: string; reason: string; errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

async function upload<B = ItemBody>(bytes: Uint8Array, filename: string) {
  const body = new FormData()
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename)
  return call<B>(documentsRoute.POST, { body, as: tenant })
}

async function refusal(bytes: Uint8Array, filename: string) {
  const { status, body } = await upload<ErrorBody>(bytes, filename)
  expect([status, body.error.code, Object.keys(body.error.errors)]).toEqual([
    400,
    'validation_error',
    ['file'],
  ])
  return body.error.reason
}

describe('POST /documents with an image', () => {
  it('201 stores a PDF of one page in place of it, with the name of the image', async () => {
    const used = () => read(tenant.ctx, (reader) => findUsage(reader, tenant.tenantId, tenant.ctx.now))
    const usedBefore = (await used()).documents.used
    const image = jpegImage({ width: 300, height: 200, orientation: 6 })
    const { status, body } = await upload(image, 'Passport.jpeg')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Passport',
      original_filename: 'Passport.pdf',
      mime_type: 'application/pdf',
      page_count: 1,
      pages: [{ number: 1, width: 595, height: 842, rotation: 0 }],
      repaired: false,
    })
    const file = await call(downloadRoute.GET, { params: { id: body.data.id }, as: tenant })
    expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe('%PDF-')
    expect([file.bytes.length, sha256Hex(file.bytes)]).toEqual([body.data.size, body.data.sha256])
    const [event] = await read(tenant.ctx, (reader) =>
      findTrail(reader, tenant.ctx, { document: body.data.id }),
    )
    const convertedFrom = { filename: 'Passport.jpeg', sha256: sha256Hex(image) }
    expect(event).toMatchObject({ type: 'document.uploaded', data: { converted_from: convertedFrom } })
    expect((await used()).documents.used).toBe(usedBefore + 1)
  })

  it('201 for a PNG, whatever its name', async () => {
    const { body } = await upload(pngImage(), 'scan')
    expect(body.data).toMatchObject({ name: 'scan', original_filename: 'scan.pdf' })
  })

  it('400 for a decompression bomb, a truncated JPEG and a truncated PNG; nothing stays in staging', async () => {
    const data = deflateSync(Buffer.alloc(10_000_000))
    const bomb = rawPng({ width: 50_000, height: 50_000, colourType: 6, data })
    expect(await refusal(bomb, 'bomb.png')).toBe('too_many_pixels')
    expect(await refusal(jpegImage().subarray(0, 1000), 'photo.jpg')).toBe('corrupt')
    expect(await refusal(pngImage().subarray(0, 200), 'photo.png')).toBe('corrupt')
    const withoutTables = Buffer.from('ffd8ffc0000b080010001001011100ffda0008010100003f0012ffd9', 'hex')
    expect(await refusal(withoutTables, 'photo.jpg')).toBe('corrupt')
    expect(readdirSync(stagingFolder())).toEqual([])
  })
})

describe('POST /documents with a text document', () => {
  it.skipIf(!officePath())(
    '201 stores a PDF that LibreOffice made (needs LibreOffice on the PATH)',
    async () => {
      const { status, body } = await upload(await docx({ text: 'Lease agreement' }), 'Lease.docx')
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ name: 'Lease', original_filename: 'Lease.pdf', page_count: 1 })
    },
  )

  it.skipIf(!officePath())('400 where the PDF is larger than an upload may be', async () => {
    const { PATH } = process.env
    const folder = await mkdtemp(join(tmpdir(), 'paraph-program-'))
    const script = `#!/bin/sh\ntruncate -s ${env().maxUploadBytes + 1} output/document.pdf`
    await writeFile(join(folder, 'soffice'), script, { mode: 0o700 })
    process.env.PATH = `${folder}:${PATH}`
    expect(await refusal(await docx(), 'Lease.docx')).toBe('pdf_too_large')
    process.env.PATH = PATH
  })

  it.skipIf(findIsolationProblem() !== null)('400 for equations where LibreOffice has no Math', async () => {
    const { PATH } = process.env
    const folder = await mkdtemp(join(tmpdir(), 'paraph-program-'))
    await writeFile(join(folder, 'soffice'), '#!/bin/sh\necho x > output/document.pdf', { mode: 0o700 })
    await writeFile(join(folder, 'libswlo.so'), '')
    process.env.PATH = `${folder}:${PATH}`
    const equation = await docx({ body: '<w:p><m:oMath xmlns:m="m"><m:r><m:t>x</m:t></m:r></m:oMath></w:p>' })
    expect(await refusal(equation, 'Lease.docx')).toBe('not_convertible')
    await writeFile(join(folder, 'libsmlo.so'), '')
    expect(await refusal(equation, 'Lease.docx')).not.toBe('not_convertible')
    process.env.PATH = PATH
  })

  it('400 for one whose text is cut off', async () => {
    const brokenFile = await docx({ files: { 'word/document.xml': '<w:document>' } })
    expect(await refusal(brokenFile, 'Lease.docx')).toBe('corrupt')
  })

  it('400 where LibreOffice is not installed', async () => {
    const { PATH } = process.env
    process.env.PATH = '/nonexistent'
    expect(await refusal(await docx(), 'Lease.docx')).toBe('not_convertible')
    process.env.PATH = PATH
  })

  it('400 for content that is loaded from elsewhere', async () => {
    const links = [{ type: 'image', target: 'http://169.254.169.254/' }]
    expect(await refusal(await docx({ links }), 'Lease.docx')).toBe('linked_content')
    expect(readdirSync(stagingFolder())).toEqual([])
  })
})

describe('POST /documents with HTML', () => {
  const html = (body: string) => new TextEncoder().encode(`<!DOCTYPE html><html><body>${body}</body></html>`)

  it.skipIf(!officePath())(
    '201 stores a PDF that LibreOffice made (needs LibreOffice on the PATH)',
    async () => {
      const { status, body } = await upload(html('<h1>Invoice</h1><p>Total: 100</p>'), 'Invoice.html')
      expect(status).toBe(201)
      expect(body.data).toMatchObject({
        name: 'Invoice',
        original_filename: 'Invoice.pdf',
        mime_type: 'application/pdf',
        page_count: 1,
      })
    },
  )

  it('400 for content that is loaded from elsewhere', async () => {
    expect(await refusal(html('<img src="file:///etc/passwd">'), 'page.html')).toBe('linked_content')
    expect(await refusal(html('<iframe src="http://169.254.169.254/">'), 'page.htm')).toBe('linked_content')
    expect(readdirSync(stagingFolder())).toEqual([])
  })

  it('400 for a page that shows nothing without its scripts, and for one with too many elements', async () => {
    expect(await refusal(html('<div id="app"></div><script>start()</script>'), 'app.html')).toBe(
      'not_convertible',
    )
    expect(await refusal(html('<br>'.repeat(60_000)), 'page.html')).toBe('too_large')
  })

  it('400 where LibreOffice is not installed', async () => {
    const { PATH } = process.env
    process.env.PATH = '/nonexistent'
    expect(await refusal(html('<p>Invoice</p>'), 'Invoice.html')).toBe('not_convertible')
    process.env.PATH = PATH
  })
})
