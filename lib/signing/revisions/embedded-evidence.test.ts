import { PdfRef } from '@libpdf/core'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { processDocuments } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { sha256Hex } from '#lib/core/ids'
import { verifyPdf } from '#lib/pades/verify'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { loadPdf } from '#lib/pdf/file/load'
import { sendProcess } from '#lib/processes/send'
import { getBytes } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { extractText, loadVaultRows, runRevisions } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { downloadVaultPackages } from '#lib/vault/download/download'
import { downloadArchive } from '#lib/vault/download/of-process'
import { inThread } from '#lib/workers/pdf-pool'
import { ThreadError } from '#lib/workers/thread-error'
import { recordTooHeavy } from './run.ts'

it('the certificate of completion has the signed documents and their evidence, where the sender wants it', async () => {
  const tenant = await makeTenant()
  const names = ['Lease', 'Annex']
  const documents = await Promise.all(names.map((name) => addDocument(tenant, { name })))
  const { id } = await addCompleted(tenant, {
    documents: documents.map((document) => ({ id: document.id })),
    options: { embed_evidence: true },
  })
  const rows = await loadVaultRows(tenant, id)
  const bytes = await getBytes(tenant.ctx.tenantId, rows[0]!.certificateSha256)
  const pdf = await loadPdf(bytes)
  const embedded = [
    '01-Lease-signed.pdf',
    '02-Annex-signed.pdf',
    'audit-trail.json',
    'audit-trail.pdf',
    'log-inclusion.tlog-proof',
    'manifest.json',
  ]
  expect([...pdf.getAttachments().keys()]).toEqual(embedded)
  // As they are in the vault, byte for byte.
  const hash = (name: string) => sha256Hex(pdf.getAttachment(name)!)
  expect([hash(embedded[0]!), hash(embedded[1]!), hash('audit-trail.pdf')]).toEqual([
    ...names.map((name) => rows.find((row) => row.name === name)!.sha256),
    rows[0]!.trailSha256,
  ])
  const manifest = JSON.parse(Buffer.from(pdf.getAttachment('manifest.json')!).toString())
  expect(manifest.chain.name).toBe(`process:${id}`)
  for (const { path, sha256 } of manifest.parts) expect([path, sha256]).toEqual([path, hash(path)])
  // ISO 19005-3, 6.8: each is associated with the document, and says how.
  const resolve = resolver(pdf)
  const associated = pdf.context.catalog.getDict().getArray('AF', resolve)!
  const relationships = [...associated].map(
    (file) => asDict(file instanceof PdfRef ? resolve(file) : file)!.getName('AFRelationship')!.value,
  )
  expect(relationships).toEqual(['Source', 'Source', 'Data', 'Supplement', 'Data', 'Data'])
  // A package has it once, not in the folder of each document.
  const vaultIds = rows.map((row) => row.id)
  for (const [file, folder] of [
    [await downloadArchive(tenant.ctx, id), ''],
    [await downloadVaultPackages(tenant.ctx, vaultIds), '01-Agreement/'],
  ] as const) {
    const entries = unzip(Buffer.concat(await file.body().toArray()))
    expect([...entries.keys()].filter((path) => path.endsWith('.pdf'))).toEqual(
      [
        'certificate.pdf',
        '01-Lease/Lease-signed.pdf',
        '01-Lease/audit-trail.pdf',
        '02-Annex/Annex-signed.pdf',
        '02-Annex/audit-trail.pdf',
      ].map((path) => folder + path),
    )
  }
  const { signatures } = await verifyPdf(bytes)
  expect(signatures.map(({ valid, coversWholeFile }) => [valid, coversWholeFile])).toEqual([[true, true]])
})

/** The names of the embedded files, and the text, of a certificate of completion. */
async function readCertificate(tenant: TestTenant, processId: number) {
  const [row] = await loadVaultRows(tenant, processId)
  const bytes = await getBytes(tenant.ctx.tenantId, row!.certificateSha256)
  const names = [...(await loadPdf(bytes)).getAttachments().keys()]
  return { names, text: (await extractText(bytes)).replace(/\s+/g, ' ') }
}
const withoutEvidence = {
  names: ['log-inclusion.tlog-proof'],
  text: expect.stringContaining('could not be embedded in this file'),
}

it('nothing is embedded after processes have ended in the attempt', async () => {
  const tenant = await makeTenant()
  let processId = 0
  const spy = vi.spyOn(inThread, 'sealedReport').mockImplementationOnce(async (_input, chain) => {
    processId = Number(chain.split(':')[1])
    throw new ThreadError('crash', 'The thread has ended.')
  })
  await expect(addCompleted(tenant, { options: { embed_evidence: true } })).rejects.toThrow('has ended')
  spy.mockRestore()
  await recordTooHeavy({ tenantId: tenant.tenantId, processId })
  await runRevisions(tenant, { id: processId })
  expect(await readCertificate(tenant, processId)).toEqual(withoutEvidence)
})

it('the process is completed where its evidence cannot be embedded, and the certificate says so', async () => {
  const { sealedReport } = inThread
  const spy = vi.spyOn(inThread, 'sealedReport').mockImplementation((...args) => {
    if (JSON.stringify(args).includes('-signed.pdf'))
      return Promise.reject(new ThreadError('memory', 'It needs too much memory.'))
    return sealedReport.apply(inThread, args)
  })
  try {
    const tenant = await makeTenant()
    const process = await addCompleted(tenant, { options: { embed_evidence: true } })
    expect(process.status).toBe('completed')
    expect(await readCertificate(tenant, process.id)).toEqual(withoutEvidence)
  } finally {
    spy.mockRestore()
  }
})

it('the evidence is embedded by the next try where the storage is away for a time', async () => {
  const tenant = await makeTenant()
  const { sealedReport } = inThread
  let processId = 0
  const spy = vi.spyOn(inThread, 'sealedReport').mockImplementation((...args) => {
    processId = Number(args[1].split(':')[1])
    if (JSON.stringify(args).includes('-signed.pdf'))
      return Promise.reject(Object.assign(new Error('Away.'), { name: 'AppError', code: 'unavailable' }))
    return sealedReport.apply(inThread, args)
  })
  await expect(addCompleted(tenant, { options: { embed_evidence: true } })).rejects.toThrow('Away.')
  spy.mockRestore()
  await runRevisions(tenant, { id: processId })
  expect((await readCertificate(tenant, processId)).names).toContain('manifest.json')
})

it('what is too large to embed is refused before it is sent', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant, { options: { embed_evidence: true } })
  await write(tenant.ctx, (tx) =>
    tx.update(processDocuments).set({ currentSize: 25_000_001 }).where(eq(processDocuments.processId, id)),
  )
  await expect(sendProcess(tenant.ctx, id)).rejects.toMatchObject({
    code: 'validation_error',
    fields: { 'options.embed_evidence': [expect.objectContaining({ values: { limit: '25' } })] },
  })
})
