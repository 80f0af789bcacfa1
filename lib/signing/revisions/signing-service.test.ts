import 'reflect-metadata'
import { Extension, KeyUsageFlags, KeyUsagesExtension } from '@peculiar/x509'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '#db/connection/client'
import { moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { startWorker } from '#lib/jobs/worker'
import { removeSigningService } from '#lib/keys/signing-service/remove-signing-service'
import { setSigningService } from '#lib/keys/signing-service/set-signing-service'
import { objectIdentifier, sequence } from '#lib/pades/cms/der'
import { verifyPdf } from '#lib/pades/verify'
import { restartConfirmations } from '#lib/processes/confirmations'
import { getProcess } from '#lib/processes/get'
import { REMOTE_QUEUE, REVISION_QUEUE } from '#lib/processes/revision-queue'
import { sendProcess } from '#lib/processes/send'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addCompleted } from '#lib/testing/records/completed'
import { addDraft, addField } from '#lib/testing/records/records'
import {
  addSentProcess,
  loadFiles,
  loadRows,
  openLink,
  runRemoteRevisions,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { openSigningService, type SigningService } from '#lib/testing/servers/signing-service'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  type KeyType,
  makeCertificateChain,
  makeCertificateFiles,
} from '#lib/testing/values/certificate-files'
import { closeThreads } from '#lib/workers/pdf-pool'
import { signingJobs } from '../jobs.ts'
import { runRemoteJob } from './run.ts'

const email = 'ada@example.com'
/** Who has the credentials of each level. */
const users = { advanced: 'grace@example.com', qualified: email }
/** Statements of ETSI EN 319 412-5. */
const qcCompliance = sequence(objectIdentifier('0.4.0.1862.1.1'))
const qcSscd = sequence(objectIdentifier('0.4.0.1862.1.4'))
const qcType = (type: string) =>
  sequence(objectIdentifier('0.4.0.1862.1.6'), sequence(objectIdentifier(type)))
const stateQualified = (...statements: Uint8Array[]) => [
  new KeyUsagesExtension(KeyUsageFlags.nonRepudiation, true),
  new Extension('1.3.6.1.5.5.7.1.3', false, sequence(...statements)),
]
let authority: CertificateFiles
let service: SigningService
let tenant: TestTenant

beforeAll(async () => {
  authority = (await makeCertificateChain('RSA 2048')).authority
  const makeCredential = async (name: string, options: Parameters<typeof makeCertificateFiles>[1] = {}) => ({
    userId: email,
    files: await makeCertificateFiles(name, { issuer: authority, ...options }),
  })
  const makeAlgorithm = async (name: string, type: KeyType, algorithm: string) => ({
    ...(await makeCredential(name, { type })),
    ...{ userId: `${name}@example.com`, algo: [algorithm] },
  })
  service = await openSigningService({
    disabled: { ...(await makeCredential('Ada disabled')), userId: users.advanced, status: 'disabled' },
    // Of a kind that is not known here.
    asks: {
      ...(await makeCredential('Ada with a gesture')),
      ...{ mode: 'explicit', objects: [{ type: 'Gesture', id: 'WAVE' }], userId: users.advanced },
    },
    expired: {
      ...(await makeCredential('Ada expired', { notAfter: new Date('2025-01-01') })),
      userId: users.advanced,
    },
    advanced: { ...(await makeCredential('Ada advanced', { type: 'P-384' })), userId: users.advanced },
    // What the service says is not enough.
    claimed: { ...(await makeCredential('Ada claimed')), signatureQualifier: 'eu_eidas_qes' },
    softly: await makeCredential('Ada without a device', { extensions: stateQualified(qcCompliance) }),
    seals: await makeCredential('Ada as a company', {
      extensions: stateQualified(qcCompliance, qcSscd, qcType('0.4.0.1862.1.6.2')),
    }),
    qualified: {
      ...(await makeCredential('Ada qualified', {
        type: 'RSA 2048',
        extensions: stateQualified(qcCompliance, qcSscd, qcType('0.4.0.1862.1.6.1')),
      })),
      signatureQualifier: 'eu_eidas_qes',
    },
    other: { ...(await makeCredential('Charles')), userId: 'charles@example.com' },
    pss: await makeAlgorithm('pss', 'RSA 2048', '1.2.840.113549.1.1.10'),
    'sha-512': await makeAlgorithm('sha-512', 'RSA 2048', '1.2.840.113549.1.1.13'),
    'ecdsa-384': await makeAlgorithm('ecdsa-384', 'P-256', '1.2.840.10045.4.3.3'),
    'rsa-only': await makeAlgorithm('rsa-only', 'RSA 2048', '1.2.840.113549.1.1.1'),
    unknown: await makeAlgorithm('unknown', 'RSA 2048', '1.2.840.113549.1.1.5'),
  })
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
})
beforeEach(async () => {
  tenant = await makeTenant()
  service.failWith()
  service.calls.length = 0
  await setService()
})
afterEach(() => service.failWith())
afterAll(() => {
  service.close()
  return closeThreads()
})

const setService = (mode: 'oauth2code' | null = null) =>
  setSigningService(
    tenant.ctx,
    {
      credential_mode: mode,
      url: service.url,
      client_id: service.clientId,
      client_secret: service.clientSecret,
    },
    restartConfirmations,
  )

async function addSent(
  level: 'advanced' | 'qualified',
  address = users[level],
  actor: Pick<TestTenant, 'ctx'> = tenant,
) {
  return addSentProcess(actor, {
    signers: [{ name: 'Ada Lovelace', email: address, signature_level: level }],
  })
}

async function sign(
  process: { id: number; signers: { id: number }[] },
  actor: Pick<TestTenant, 'ctx'> = tenant,
) {
  await runRevisions(actor, process)
  await give(process.signers[0]!, actor)
  return runRemoteRevisions(actor, process)
}

/** Signs without running a step. */
async function give({ id }: { id: number }, actor: Pick<TestTenant, 'ctx'> = tenant) {
  const signer = await enterSigning(await openLink(actor, id), { ...actor.ctx, now: now() })
  await signProcess(signer, SignInput.parse(typedSignature()))
}

function runRemote({ ctx }: Pick<TestTenant, 'ctx'>, process: { id: number }) {
  return runRemoteJob({ tenantId: ctx.tenantId, processId: process.id })
}

describe('the signature of a signer with a remote signing service', () => {
  it.each(['advanced', 'qualified'] as const)(
    'of the level %s is made with a credential of that level',
    async (level) => {
      const process = await addSent(level)
      expect(process.signers[0]).toMatchObject({ signature_level: level })
      service.calls.length = 0
      await sign(process)
      expect((await getProcess(tenant.ctx, process.id)).status).toBe('completed')
      const [file] = await loadFiles(tenant, process.id)
      const { signatures, valid } = await verifyPdf(file!)
      expect(valid).toBe(true)
      const names = signatures.map(({ signerName, issuerName }) => [signerName, issuerName])
      expect(names[1]).toEqual([`Ada ${level}`, 'City Authority'])
      expect(service.calls.filter((method) => method !== 'info')).toEqual([
        'credentials/list',
        ...Array(4).fill('credentials/info'),
        'credentials/authorize',
        'signatures/signHash',
      ])
    },
  )

  it.each(['pss', 'sha-512', 'ecdsa-384', 'rsa-only'])(
    'is made by the algorithm that the credential offers: %s',
    async (name) => {
      const process = await addSent('advanced', `${name}@example.com`)
      await sign(process)
      const [file] = await loadFiles(tenant, process.id)
      const { signatures, valid } = await verifyPdf(file!)
      expect([valid, signatures[1]!.signerName]).toEqual([true, name])
    },
  )

  it('is refused plainly where the credential offers none that is supported, or another mode', async () => {
    const process = await addSent('advanced', 'unknown@example.com')
    await expect(sign(process)).rejects.toThrow('sign by 1.2.840.113549.1.1.5, which is not supported')
    await setService('oauth2code')
    await expect(sign(await addSent('advanced'))).rejects.toThrow('no valid credential')
  })

  it('waits while the service refuses, and the sender reads why; then it is made', async () => {
    const process = await addSent('advanced')
    service.failWith('credentials/authorize', {
      error: 'access_denied',
      error_description: 'Ada has declined.',
    })
    await expect(sign(process)).rejects.toThrow('Ada has declined')
    const waiting = await getProcess(tenant.ctx, process.id)
    expect(waiting).toMatchObject({ status: 'in_progress', seal_blocked: false })
    expect(waiting.seal_error).toBe('The signing service refuses credentials/authorize: Ada has declined.')
    service.failWith()
    // The person is not asked again at each try.
    service.calls.length = 0
    await runRemoteRevisions(tenant, process)
    expect(service.calls).toEqual([])
    expect((await getProcess(tenant.ctx, process.id)).seal_error).toContain('Ada has declined')
    moveClock(901_000)
    await runRemoteRevisions(tenant, process)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('completed')
    moveClock(-901_000)
  })

  it('is not asked for at each try while the service confirms and does not sign', async () => {
    const process = await addSent('advanced')
    service.failWith('signatures/signHash')
    await expect(sign(process)).rejects.toThrow('signatures/signHash')
    service.calls.length = 0
    await runRemoteRevisions(tenant, process)
    expect(service.calls).toEqual([])
    // Another tenant's signature by the same credential is another matter.
    service.failWith()
    tenant = await makeTenant()
    await setService()
    const other = await addSent('advanced')
    await sign(other)
    expect((await getProcess(tenant.ctx, other.id)).status).toBe('completed')
  })

  it('is not asked for at each try while no time stamp can be had', async () => {
    const process = await addSent('advanced')
    await runRevisions(tenant, process)
    env().tsa = ['http://127.0.0.1:9/']
    try {
      await expect(sign(process)).rejects.toThrow()
      expect(service.calls).toContain('signatures/signHash')
      service.calls.length = 0
      await runRemoteRevisions(tenant, process)
      expect(service.calls).toEqual([])
    } finally {
      env().tsa = null
    }
  })

  it('is made by the jobs of both queues, and after a refusal asked for again by one that waits', async () => {
    const process = await addSent('advanced')
    service.failWith('credentials/authorize')
    await expect(sign(process)).rejects.toThrow('credentials/authorize')
    await runRevisions(tenant, process)
    const findJob = () =>
      database().execute<{ seconds: number }>(sql`
        select extract(epoch from start_after - now())::int as seconds from pgboss.job_common
        where name = ${REMOTE_QUEUE} and singleton_key = ${`process:${process.id}:signer:${process.signers[0]!.id}`} and state < 'active'
        order by start_after desc limit 1`)
    // The first one was enqueued before the refusal.
    await database().execute(sql`
      delete from pgboss.job_common where name = ${REMOTE_QUEUE} and singleton_key = ${`process:${process.id}`}`)
    await runRemote(tenant, process)
    expect((await findJob())[0]!.seconds).toBeGreaterThan(800)
    service.failWith()
    const other = await addSent('advanced')
    await runRevisions(tenant, other)
    await give(other.signers[0]!)
    const worker = await startWorker(signingJobs)
    await expect
      .poll(async () => (await getProcess(tenant.ctx, other.id)).status, { timeout: 60_000, interval: 200 })
      .toBe('completed')
    await worker.stop()
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('in_progress')
  }, 90_000)

  it('keeps no thread and no place of other steps while people confirm', async () => {
    const waiting: { id: number; signers: { id: number }[] }[] = []
    for (let count = 0; count < 5; count++) {
      const process = await addSent('advanced')
      await runRevisions(tenant, process)
      await give(process.signers[0]!)
      service.calls.length = 0
      await runRevisions(tenant, process)
      expect(service.calls).toEqual([])
      waiting.push(process)
    }
    const resume = service.pause('credentials/authorize')
    const remote = waiting.map((process) => runRemote(tenant, process))
    const countAsked = () => service.calls.filter((method) => method === 'credentials/authorize').length
    await vi.waitFor(() => expect(countAsked()).toBe(5), { timeout: 20_000 })
    await addCompleted(await makeTenant())
    resume()
    await Promise.all(remote)
    for (const process of waiting) await runRevisions(tenant, process)
    for (const { id } of waiting) expect((await getProcess(tenant.ctx, id)).status).toBe('completed')
  })

  it('does not delay one that is made here while the service fails', async () => {
    const process = await addSentProcess(tenant, {
      signers: [
        {
          name: 'Ada Lovelace',
          email: users.advanced,
          signature_level: 'advanced',
          type: 'parallel',
        },
        { name: 'Charles Babbage', email: 'charles@example.com', type: 'parallel' },
      ],
    })
    await runRevisions(tenant, process)
    for (const signer of process.signers) await give(signer)
    await runRevisions(tenant, process)
    await database().execute(
      sql`delete from pgboss.job_common where singleton_key = ${`process:${process.id}`}`,
    )
    service.failWith('credentials/list')
    await expect(runRemote(tenant, process)).rejects.toThrow('credentials/list')
    const jobs = await database().execute(sql`
      select from pgboss.job_common where name = ${REVISION_QUEUE} and singleton_key = ${`process:${process.id}`}`)
    expect(jobs).toHaveLength(1)
    await runRevisions(tenant, process)
    const { signers } = await loadRows(tenant, process.id)
    expect(signers.map(({ embeddedAt }) => embeddedAt !== null)).toEqual([false, true])
  })

  it('waits while the person has no credential, or the organisation no service', async () => {
    const process = await addSent('qualified', 'charles@example.com')
    await expect(sign(process)).rejects.toThrow(
      'no valid credential of charles@example.com for a signature of the level qualified',
    )
    await removeSigningService(tenant.ctx, restartConfirmations)
    moveClock(61_000)
    await expect(runRemote(tenant, process)).rejects.toThrow('no remote signing service')
    moveClock(-61_000)
  })

  it('is made here in test mode', async () => {
    const testMode = { ctx: { ...tenant.ctx, testMode: true } }
    const process = await addSent('qualified', email, testMode)
    service.calls.length = 0
    await sign(process, testMode)
    expect(service.calls).toEqual([])
    const [file] = await loadFiles(testMode, process.id)
    expect((await verifyPdf(file!)).signatures[1]!.issuerName).toMatch(/^TEST Paraph/)
  })
})

it('a process with such a signer is not sent without a service', async () => {
  await removeSigningService(tenant.ctx, restartConfirmations)
  const draft = await addDraft(tenant, {
    signers: [{ name: 'Ada Lovelace', email, signature_level: 'advanced' }],
  })
  await addField(tenant, draft, { signer_id: draft.signers[0]!.id })
  await expect(sendProcess(tenant.ctx, draft.id)).rejects.toMatchObject({
    details: {
      errors: { 'signers.0.signature_level': [expect.stringContaining('no remote signing service')] },
    },
  })
})
