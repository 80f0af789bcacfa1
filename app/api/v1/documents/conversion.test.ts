import { readdirSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { read } from '#db/tenant'
import { trailOf } from '#lib/audit/trail'
import { sha256Hex } from '#lib/core/ids'
import type { DocumentRecord } from '#lib/documents/schema'
import { usageOf } from '#lib/identity/account/quotas'
import { jpegImage, pngImage, rawPng } from '#lib/pdf/fixtures/images'
import { docx } from '#lib/pdf/fixtures/text-documents'
import { stagingFolder } from '#lib/storage/store'
import { call } from '#lib/testing/call'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { officePath } from '#lib/workers/office'
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
    const used = () => read(tenant.ctx, (reader) => usageOf(reader, tenant.tenantId, tenant.ctx.now))
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
      trailOf(reader, tenant.ctx, { document: body.data.id }),
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

  it('400 for a web page', async () => {
    const page = new TextEncoder().encode('<html><img src="file:///etc/passwd"></html>')
    expect(await refusal(page, 'page.html')).toBe('not_pdf')
  })
})
