import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, time } from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { sealReport } from './seal-report.ts'
import { verifyPdf } from './verify.ts'

const report = buildPdf()
const head = { chain: 'process:7', seq: 3, hash: '0f'.repeat(32) }
let fixture: ProcessFixture
beforeAll(async () => {
  fixture = await makeProcessFixture()
})

describe('a report of ours', () => {
  test('is sealed once, in an increment, and names the audit chain', async () => {
    const sealed = await sealReport(report, { identity: fixture.platform, at: time, head })
    expect(Buffer.compare(sealed.subarray(0, report.length), report)).toBe(0)
    const { valid, coversWholeFile, signatures } = await verifyPdf(sealed)
    expect([valid, coversWholeFile, signatures.length]).toEqual([true, true, 1])
    expect(signatures[0]).toMatchObject({ level: 'B', head, signerName: 'Paraph Platform' })
    expect(sealed.length - report.length).toBeLessThan(8000)
  })

  test('can be uploaded and signed: nothing in it is locked', async () => {
    const sealed = await sealReport(report, { identity: fixture.platform, at: time, head })
    expect(Buffer.from(sealed).toString('latin1')).not.toMatch(/FieldMDP|SigFieldLock/)
  })

  test('gets time stamps like a document', async () => {
    const stamp = makeStamping(await testStamper(() => time), time)
    const sealed = await sealReport(report, { identity: { ...fixture.platform, stamp }, at: time, head })
    const { valid, signatures } = await verifyPdf(sealed)
    expect([valid, signatures.map(({ subFilter }) => subFilter)]).toEqual([
      true,
      ['ETSI.CAdES.detached', 'ETSI.RFC3161'],
    ])
    expect(signatures[0]!.timestamps[0]?.time).toBe(time.toISOString())
  })

  test.skipIf(spawnSync('pdfsig', ['-v']).error)('is valid for pdfsig', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'))
    const path = join(folder, 'report.pdf')
    writeFileSync(path, await sealReport(report, { identity: fixture.platform, at: time, head }))
    writeFileSync(join(folder, 'root.pem'), new X509Certificate(fixture.authority.certificate).toString())
    const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(stdout).toContain('Signature is Valid')
    expect(stdout).toContain('Total document signed')
  })
})
