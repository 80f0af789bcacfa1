import { PDF } from '@libpdf/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readValidationData } from '#lib/pades/cms/validation-data'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { getBytes } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import {
  addSentProcess,
  extractText,
  loadFiles,
  loadRows,
  loadVaultRows,
  runRevisions,
} from '#lib/testing/records/signing-session'
import { openStamper, type StampServer, withStampers } from '#lib/testing/servers/stamper'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let stampServer: StampServer
let tenant: TestTenant
beforeAll(async () => {
  stampServer = await openStamper()
  tenant = await makeTenant()
})
afterEach(() => {
  stampServer.respondWith()
  stampServer.requests.length = 0
})
afterAll(() => stampServer.close())

describe('with time-stamping authorities (TSA_URL)', () => {
  it('every signature has a time stamp; the vault and the certificate show that of the seal', async () => {
    const completedProcess = await withStampers(['http://127.0.0.1:1/', stampServer.url], () =>
      addCompleted(tenant),
    )
    expect(completedProcess.status).toBe('completed')
    const [file] = await loadFiles(tenant, completedProcess.id)
    const { signatures, valid } = await verifyPdf(file!)
    const stamps = signatures.slice(0, -1).map(({ timestamps: [stamp] }) => stamp?.time)
    expect([valid, stamps.length]).toEqual([true, 2 + completedProcess.signers.length])
    expect(signatures.at(-1)).toMatchObject({ subFilter: 'ETSI.RFC3161', coversWholeFile: true })
    // The times are distinct and ascending.
    expect(stamps).toEqual([...new Set(stamps)].sort())
    const [vaultRow] = await loadVaultRows(tenant, completedProcess.id)
    // The certificates of this authority do not say where its revocation list is.
    const sealTime = stamps.at(-1)!
    expect(vaultRow!.seal).toMatchObject({ level: 'B-T', timestamped_at: sealTime })
    const certificate = await extractText(await getBytes(tenant.tenantId, vaultRow!.certificateSha256))
    const printedTime = sealTime.slice(0, 19).replace('T', ' ')
    expect(certificate.replace(/\s/g, '')).toContain(`Timestamp${printedTime}`.replace(/\s/g, ''))
  })

  it('no authority is used in test mode', async () => {
    const testModeTenant = { ctx: { ...tenant.ctx, testMode: true } }
    const completedProcess = await withStampers([stampServer.url], () => addCompleted(testModeTenant))
    const [vaultRow] = await loadVaultRows(testModeTenant, completedProcess.id)
    expect(vaultRow!.seal).toMatchObject({ level: 'B-B', timestamped_at: null })
    expect(stampServer.requests).toEqual([])
  })

  it('retries while no authority responds, shows the reason, and continues when one does', async () => {
    stampServer.respondWith((response) => response.writeHead(503).end())
    const sentProcess = await withStampers([stampServer.url], () => addSentProcess(tenant))
    await expect(withStampers([stampServer.url], () => runRevisions(tenant, sentProcess))).rejects.toThrow(
      'time-stamping authority',
    )
    const reason = 'No time-stamping authority is available.'
    expect((await getProcess(tenant.ctx, sentProcess.id)).seal_error).toBe(reason)
    stampServer.respondWith()
    await withStampers([stampServer.url], () => runRevisions(tenant, sentProcess))
    expect((await getProcess(tenant.ctx, sentProcess.id)).seal_error).toBeNull()
    expect((await loadRows(tenant, sentProcess.id)).documents[0]?.revision).toBe(1)
  })
})

describe("with the installation's own time-stamping authority (TSA_URL=internal)", () => {
  it.each([1, 2])('every signature of %i signers is LTA, without network', async (count) => {
    const signers = Array.from({ length: count }, (_, index) => ({ name: `Signer ${index}` }))
    const { id } = await withStampers('internal', () => addCompleted(tenant, { signers }))
    const [file] = await loadFiles(tenant, id)
    const { signatures, valid, faults } = await verifyPdf(file!)
    expect([valid, faults]).toEqual([true, []])
    expect(signatures.map(({ level }) => level)).toEqual([...Array(count + 2).fill('LTA'), null])
    expect(signatures.map(({ modificationLevel }) => modificationLevel).slice(-2)).toEqual([
      'lta_updates',
      'none',
    ])
    const [vaultRow] = await loadVaultRows(tenant, id)
    expect(vaultRow!.seal.level).toBe('B-LTA')
    expect(stampServer.requests).toEqual([])
  })

  it('its time stamps are trusted as far as the root is', async () => {
    const { id } = await withStampers('internal', () => addCompleted(tenant))
    const [vaultRow] = await loadVaultRows(tenant, id)
    const file = { filename: 'a.pdf', size: vaultRow!.size, sha256: vaultRow!.sha256 }
    const { signatures } = await verifyStoredFile(tenant.ctx, file)
    expect(signatures.at(-1)).toMatchObject({
      kind: 'time_stamp',
      indication: 'TOTAL_PASSED',
      issued_here: true,
    })
    expect(signatures.every(({ trusted }) => trusted)).toBe(true)
  })

  it('its root is in the file once, in the security store', async () => {
    const { id } = await withStampers('internal', () => addCompleted(tenant))
    const [file] = await loadFiles(tenant, id)
    const { certificates } = readValidationData(await PDF.load(file!))
    expect(certificates.map(({ subject }) => subject)).toEqual(['CN=Paraph root'])
    const { signatures } = await verifyPdf(file!)
    const signed = signatures.flatMap(({ certificate, otherCertificates }) => [
      certificate,
      ...otherCertificates,
    ])
    expect(signed.filter((der) => certificates[0]!.raw.equals(der))).toEqual([])
  })

  it('does not change what is made without time stamps', async () => {
    const [lta, plain] = [
      await withStampers('internal', () => addCompleted(tenant)),
      await addCompleted(tenant),
    ]
    const [ltaFile, plainFile] = [await loadFiles(tenant, lta.id), await loadFiles(tenant, plain.id)]
    expect((await verifyPdf(plainFile[0]!)).signatures.map(({ level }) => level)).toEqual(['B', 'B', 'B'])
    // A token for each signature, two lists, and the time stamp of the document.
    expect(ltaFile[0]!.length - plainFile[0]!.length).toBeLessThan(16_000)
  })
})
