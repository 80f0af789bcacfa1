import { PDF, PdfArray } from '@libpdf/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { makeProcessFixture, type ProcessFixture, time, twoPages } from '#lib/pades/fixtures/process'
import { openForIncrement, saveSigned } from '#lib/pades/increment'
import { verifyPdf } from '#lib/pades/verify'
import { topFields } from '#lib/pdf/fields/fields'
import { dict, textString } from '#lib/pdf/file/objects'
import { buildPdf, signedPdf } from '#lib/pdf/fixtures/build'
import { xrefBomb } from '#lib/pdf/fixtures/hostile'
import { changeSigner } from '#lib/processes/signers/correct'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { addCompleted } from '#lib/testing/records/completed'
import { loadFiles } from '#lib/testing/records/signing-session'
import { openStamper, withStampers } from '#lib/testing/servers/stamper'
import { call } from '#lib/testing/service/call'
import { withOneThread, withThreadError } from '#lib/testing/service/threads'
import { makeTenant } from '#lib/testing/users/tenant'
import { getTries } from '#lib/workers/lanes'
import * as verifyRoute from './route.ts'

let sealedFile: Uint8Array
beforeAll(async () => {
  const tenant = await makeTenant()
  const process = await addCompleted(tenant, { signers: [{ name: 'Ada Lovelace' }] })
  sealedFile = (await loadFiles(tenant, process.id))[0]!
})

function verify(bytes: Uint8Array, filename = 'signed.pdf', address?: string) {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename)
  return call(verifyRoute.POST, { body, ...(address && { address }) })
}

const getVerification = async (bytes: Uint8Array) =>
  (await verify(bytes)).body.data as unknown as VerificationRecord

/** A form with a value and a signature that is not of this installation. */
async function signedForm(fixture: ProcessFixture, value: string): Promise<Uint8Array> {
  const pdf = await PDF.load(twoPages())
  const field = dict({ FT: '/Tx', T: 'beneficiary', V: value, Type: '/Annot', Subtype: '/Widget' })
  const ref = pdf.context.register(field)
  pdf.context.catalog.getDict().set('AcroForm', dict({ Fields: PdfArray.of(ref) }))
  pdf.getPage(0)!.dict.set('Annots', PdfArray.of(ref))
  const file = await openForIncrement(await pdf.save({ incremental: true }))
  const signature = dict({ FT: '/Sig', T: 'Signature1', Type: '/Annot', Subtype: '/Widget' })
  const form = file.pdf.context.catalog.getDict().getDict('AcroForm')!
  form.getArray('Fields')!.push(file.pdf.context.register(signature))
  return saveSigned(file, signature, { at: time, name: 'Stranger', references: [] }, fixture.ada)
}

describe('POST /verify', () => {
  it('200 with every signature of a sealed file, without a credential', async () => {
    const response = await verify(sealedFile, 'Vertrag ü.pdf')
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({
      filename: 'Vertrag ü.pdf',
      size: sealedFile.length,
      sha256: sha256Hex(sealedFile),
      signed: true,
      valid: true,
      covers_whole_file: true,
      issued_here: true,
      test_mode: false,
      faults: [],
    })
    const { signatures } = await getVerification(sealedFile)
    const people = signatures.filter(({ kind }) => kind === 'signature')
    expect(people.map(({ signer }) => signer)).toEqual(['Ada Lovelace'])
    expect([signatures[0]!.kind, signatures.at(-1)!.kind]).toEqual(['seal', 'seal'])
  })

  it('200 with how a person was identified when they signed, not how they confirm a download since', async () => {
    const tenant = await makeTenant()
    const { id, signers } = await addCompleted(tenant)
    await changeSigner(tenant.ctx, id, signers[0]!.id, { otp: 'email' })
    const { signatures } = await getVerification((await loadFiles(tenant, id))[0]!)
    expect(signatures.map(({ identified_by: by }) => by)).toEqual([null, 'link', null])
  })

  it('200 with the active content of the file', async () => {
    const active = buildPdf({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' })
    expect((await verify(active)).body.data).toMatchObject({ signed: false, active_content: ['launch'] })
    expect((await verify(sealedFile)).body.data).toMatchObject({ active_content: [] })
  })

  it('200 with indication and level of every signature, and the changes after it', async () => {
    const { signatures, ...file } = await getVerification(sealedFile)
    expect(file.changed_after_signing).toBe(false)
    expect(signatures).toEqual(
      signatures.map(() =>
        expect.objectContaining({
          level: 'PAdES-BASELINE-B',
          intact: true,
          valid: true,
          trusted: true,
          indication: 'TOTAL_PASSED',
          sub_indication: null,
          changed_after_signing: false,
        }),
      ),
    )
    const [certification, ...laterSignatures] = signatures
    expect(certification).toMatchObject({ certification: true, modification_level: 'form_filling' })
    expect(certification!.changes.map(({ kind, signed_by }) => [kind, signed_by])).toEqual(
      expect.arrayContaining(laterSignatures.map(({ field }) => ['signature_added', field])),
    )
    expect(laterSignatures.at(-1)).toMatchObject({ modification_level: 'none', changes: [] })
  })

  it('200 for a form that was filled in after signing, with the earlier value', async () => {
    const fixture = await makeProcessFixture()
    const signedFile = await signedForm(fixture, 'World Health Organisation')
    const pdf = await PDF.load(signedFile)
    topFields(pdf)[0]!.dict.set('V', textString('Attacker'))
    const verification = await getVerification(await pdf.save({ incremental: true }))
    expect(verification).toMatchObject({ valid: true, changed_after_signing: true, covers_whole_file: false })
    expect(verification.signatures).toMatchObject([
      {
        field: 'Signature1',
        valid: true,
        intact: true,
        indication: 'INDETERMINATE',
        sub_indication: 'NO_CERTIFICATE_CHAIN_FOUND',
        trusted: false,
        changed_after_signing: true,
        modification_level: 'form_filling',
        changes: [
          {
            kind: 'field_filled',
            level: 'form_filling',
            field: 'beneficiary',
            before: 'World Health Organisation',
            after: 'Attacker',
            permitted: true,
            signed_by: null,
          },
        ],
      },
    ])
  })

  it('200 for a signature of test mode: issued here, but not trusted', async () => {
    const tenant = await makeTenant({ testMode: true })
    const { id } = await addCompleted(tenant)
    const { signatures, ...file } = await getVerification((await loadFiles(tenant, id))[0]!)
    expect(file).toMatchObject({ valid: true, issued_here: true, test_mode: true })
    expect(signatures.map(({ trusted, indication }) => [trusted, indication])).toEqual(
      signatures.map(() => [false, 'INDETERMINATE']),
    )
  })

  it('200 with the time stamp of every signature, or null', async () => {
    const stamper = await openStamper()
    const tenant = await makeTenant()
    const { id } = await withStampers([stamper.url], () => addCompleted(tenant))
    stamper.close()
    const stamped = await getVerification((await loadFiles(tenant, id))[0]!)
    expect(stamped.signatures.map(({ timestamped_at }) => timestamped_at)).toEqual([
      ...stamped.signatures.slice(1).map(() => expect.stringMatching(/^20.*Z$/)),
      null,
    ])
    const { signatures } = await getVerification(sealedFile)
    expect(signatures.map(({ timestamped_at }) => timestamped_at)).toEqual(signatures.map(() => null))
  })

  it('200 for a file with a changed byte', async () => {
    const changedFile = Uint8Array.from(sealedFile)
    const offset = Buffer.from(changedFile.buffer).indexOf('/MediaBox') + 12
    changedFile[offset] = changedFile[offset]! ^ 1
    const { signatures, ...file } = await getVerification(changedFile)
    expect(file).toMatchObject({ valid: false, changed_after_signing: true })
    expect(signatures[0]).toMatchObject({
      intact: false,
      indication: 'TOTAL_FAILED',
      sub_indication: 'HASH_FAILURE',
      changed_after_signing: true,
    })
  })

  it.each(['certificate', 'otherCertificates'] as const)(
    '200 for a signature with an invalid %s',
    async (part) => {
      const { signatures } = await verifyPdf(sealedFile)
      const file = Buffer.from(sealedFile)
      const { byteRange, ...last } = signatures.at(-1)!
      const der = part === 'otherCertificates' ? last.otherCertificates[0]! : last.certificate
      const offset = file.indexOf(Buffer.from(der).toString('hex').slice(0, 400), byteRange[1], 'latin1')
      expect(offset).toBeGreaterThan(byteRange[1])
      // Damages the tag of the certificate's SEQUENCE.
      file.write('31', offset + 8, 'latin1')
      const response = await verify(file)
      expect(response.status).toBe(200)
      const { signatures: reported } = response.body.data as unknown as VerificationRecord
      expect(reported).toHaveLength(signatures.length)
      expect(reported.at(-1)).toMatchObject({ issued_here: false, covers_whole_file: true })
    },
  )

  it('200 for a file with bytes after the last signature', async () => {
    const longerFile = Buffer.concat([sealedFile, Buffer.from('\n% more\n')])
    expect(await getVerification(longerFile)).toMatchObject({ covers_whole_file: false })
  })

  it('200 for a file without signatures, which is not valid', async () => {
    const response = await verify(buildPdf())
    expect(response.body.data).toMatchObject({
      signed: false,
      valid: false,
      issued_here: false,
      signatures: [],
    })
  })

  it('200 for a signature that was not issued here', async () => {
    expect(await getVerification(signedPdf())).toMatchObject({ valid: false, issued_here: false })
  })

  it('400 for a file that is not a PDF, and without a file', async () => {
    const text = await verify(Buffer.from('Dear all,'))
    expect([text.status, text.body.error.reason]).toEqual([400, 'not_pdf'])
    // A package, which has PDFs without compression.
    const zip = await verify(Buffer.concat([Buffer.from('PK\x03\x04 a.pdf'), sealedFile]))
    expect([zip.status, zip.body.error.reason]).toEqual([400, 'not_pdf'])
    const responseWithoutFile = await call(verifyRoute.POST, { body: new FormData() })
    expect([responseWithoutFile.status, Object.keys(responseWithoutFile.body.error.errors)]).toEqual([
      400,
      ['file'],
    ])
  })

  it('400 for a file that needs a password, as nothing in it can be read', async () => {
    const encrypt = async (userPassword: string) => {
      const pdf = await PDF.load(signedPdf())
      pdf.setProtection({ userPassword, ownerPassword: 'owner' })
      return verify(await pdf.save())
    }
    const { status, body } = await encrypt('secret')
    expect([status, body.error.reason]).toEqual([400, 'encrypted'])
    expect(body.error.errors).toEqual({ file: [expect.stringContaining('protected by a password')] })
    expect((await encrypt('')).status).toBe(200)
  })

  it('503 with Retry-After, never corrupt, for a file that exceeds a limit of the thread', async () => {
    const answers = [
      await withOneThread({ heapMb: 8 }, () => verify(sealedFile)),
      await withThreadError('work', 'It takes long.', () => verify(sealedFile)),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '10'],
      [503, '10'],
    ])
    expect(answers.map(({ body }) => body.error.code)).toEqual(['unavailable', 'unavailable'])
    expect((await verify(sealedFile)).status).toBe(200)
  })

  it('says in the reference when a limit of the thread stops a verification', () => {
    const last = getTries({ visitor: '203.0.113.1' }, 'verify').at(-1)!
    expect(verifyRoute.POST.declaration.description).toContain(
      `more than ${last.processorSeconds} seconds of processor time or a minute in all`,
    )
    expect(last.timeoutSeconds).toBe(60)
  })

  it('400 for a file that would inflate to a gigabyte', async () => {
    const errorResponse = await verify(xrefBomb())
    expect([errorResponse.status, errorResponse.body.error]).toEqual([
      400,
      expect.objectContaining({
        reason: 'corrupt',
        errors: { file: [expect.stringContaining('inflates to more than 16 MB')] },
      }),
    ])
  })

  it('429 by a limit of its own per IP address', async () => {
    const { rateLimits } = env()
    const limitBefore = rateLimits.verify
    rateLimits.verify = 1
    const request = async () => (await verify(buildPdf(), 'a.pdf', '203.0.113.77')).status
    const statuses = [await request(), await request()]
    rateLimits.verify = limitBefore
    expect(statuses).toEqual([200, 429])
  })

  it('503 with Retry-After on a timeout that a busy machine may have caused', async () => {
    const errorResponse = await withThreadError('timeout', 'It took long.', () => verify(sealedFile))
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([503, 'unavailable'])
    expect(errorResponse.body.error.message).toMatch(/^It took long\. Try again/)
    expect(errorResponse.headers.get('retry-after')).toBe('10')
  })

  it('503 with Retry-After while every thread is busy', async () => {
    const errorResponse = await withThreadError('busy', 'Too many.', () => verify(sealedFile))
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([503, 'unavailable'])
    expect(errorResponse.headers.get('retry-after')).toBe('10')
    expect(errorResponse.body.error).not.toHaveProperty('retry_after')
    expect((await verify(sealedFile)).status).toBe(200)
  })
})
