import { isDeepStrictEqual } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { signerCertificates } from '#db/schema/keys'
import { read } from '#db/tenancy/tenant'
import { isChainIntact } from '#lib/audit/chain'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import { enterSigning } from '#lib/signing/enter'
import { getActingSigner } from '#lib/signing/load'
import { openSigning } from '#lib/signing/open'
import { StaleRevision } from '#lib/signing/revisions/context'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addDocument } from '#lib/testing/records/records'
import {
  addSentProcess,
  findToken,
  loadEvents,
  loadFiles,
  loadRows,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const twoSigners = [
  { name: 'Ada Lovelace', type: 'parallel' as const },
  { name: 'Grace Hopper', type: 'parallel' as const },
]
/** A drawn signature as a data URL. */
function drawn(width: number): string {
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 8, width, 3)
  return canvas.toDataURL('image/png')
}
const getEventTypes = async (processId: number) =>
  (await loadEvents(tenant, processId)).map((event) => event.type)
const count = (types: string[], type: string) => types.filter((candidate) => candidate === type).length

describe('two concurrent signers', () => {
  it('are each recorded once, in ten rounds', { timeout: 120_000 }, async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const document = await addDocument(tenant)
      const sentProcess = await addSentProcess(tenant, {
        documents: [{ id: document.id }],
        signers: twoSigners,
      })
      await runRevisions(tenant, sentProcess)
      const tokens = await Promise.all(sentProcess.signers.map((signer) => openLink(tenant, signer.id)))
      const responses = await Promise.all(
        tokens.map((token) => callFromNewIp(signRoute.POST, { params: { token }, body: typedSignature() })),
      )
      expect(responses.map((response) => response.status)).toEqual([200, 200])
      // The queue allows one worker per process; of two, the second to store its revision is refused and retried.
      const outcomes = await Promise.allSettled([
        runRevisions(tenant, sentProcess),
        runRevisions(tenant, sentProcess),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StaleRevision)
      await runRevisions(tenant, sentProcess)
      const { process, documents } = await loadRows(tenant, sentProcess.id)
      expect([attempt, process.status, documents[0]!.revision]).toEqual([attempt, 'completed', 4])
      const report = await verifyPdf((await loadFiles(tenant, sentProcess.id))[0]!)
      expect(report.valid).toBe(true)
      const names = report.signatures.map((signature) => signature.signerName)
      expect(names.slice(1, 3).sort()).toEqual(['Ada Lovelace', 'Grace Hopper'])
      expect(names).toHaveLength(4)
      const types = await getEventTypes(sentProcess.id)
      expect([count(types, 'signature.sealed'), count(types, 'process.completed')]).toEqual([2, 1])
      expect(await loadVaultRows(tenant, sentProcess.id)).toHaveLength(1)
    }
  })

  it('of whom one signs and one refuses: the signature is in the file', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: twoSigners })
    await runRevisions(tenant, sentProcess)
    const [ada, grace] = await Promise.all(sentProcess.signers.map((signer) => openLink(tenant, signer.id)))
    await callFromNewIp(signRoute.POST, { params: { token: ada! }, body: typedSignature() })
    const errorResponse = await callFromNewIp(refuseRoute.POST, {
      params: { token: grace! },
      body: { reason: 'No.' },
    })
    expect(errorResponse.body.data.process).toMatchObject({ status: 'refused' })
    await runRevisions(tenant, sentProcess)
    const { process, signers, documents } = await loadRows(tenant, sentProcess.id)
    expect([process.status, signers[0]!.embeddedAt !== null, documents[0]!.revision]).toEqual([
      'refused',
      true,
      2,
    ])
    const report = await verifyPdf((await loadFiles(tenant, sentProcess.id))[0]!)
    expect(report.valid).toBe(true)
    expect(report.signatures.map((signature) => signature.signerName)).toContain('Ada Lovelace')
    expect(await getEventTypes(sentProcess.id)).not.toContain('process.completed')
  })
})

describe('one signer with twenty concurrent requests', () => {
  it('signs once, and every request gets the same response', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: twoSigners.slice(0, 1) })
    await runRevisions(tenant, sentProcess)
    const params = { token: await openLink(tenant, sentProcess.signers[0]!.id) }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => callFromNewIp(signRoute.POST, { params, body: typedSignature() })),
    )
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
    const types = await getEventTypes(sentProcess.id)
    expect([count(types, 'signature.consented'), count(types, 'signature.completed')]).toEqual([1, 1])
    await runRevisions(tenant, sentProcess)
    expect((await loadRows(tenant, sentProcess.id)).process.status).toBe('completed')
    expect(isChainIntact(await loadEvents(tenant, sentProcess.id))).toBe(true)
    const certificates = await read(tenant.ctx, (reader) => reader.select().from(signerCertificates))
    expect(certificates.filter((row) => row.signerId === sentProcess.signers[0]!.id)).toHaveLength(1)
    const laterResponse = await callFromNewIp(signRoute.POST, { params, body: typedSignature() })
    expect([laterResponse.status, laterResponse.body.error.current_status]).toEqual([409, 'signed'])
  })

  it('refuses those with another signature or without it, another consent, or from a browser without the code', async () => {
    const signers = [{ name: 'Ada Lovelace', otp: 'access_code' as const, access_code: 'blue heron' }]
    const zones = [
      { type: 'text' as const },
      { type: 'text' as const, value: 'preset', required: false },
      { type: 'name' as const },
      { type: 'date' as const, auto: true },
      { type: 'checkbox' as const, required: false },
      { type: 'number' as const },
    ]
    const sentProcess = await addSentProcess(tenant, { signers, zones, options: { locale: 'de' } })
    const [field, number] = ['text', 'number'].map(
      (type) => sentProcess.fields.find((row) => row.type === type)!,
    )
    const token = await findToken(tenant, sentProcess.signers[0]!.id)
    const unconfirmed = await enterSigning(token, { ...tenant.ctx, now: now() })
    const confirmed = { ...unconfirmed, actor: { ...getActingSigner(unconfirmed), sessionId: 1 } }
    await openSigning(confirmed)
    const sign = (change: object, ctx: Ctx = confirmed) => {
      const body = typedSignature(
        [
          { field_id: field!.id, value: 'one' },
          { field_id: number!.id, value: '1.250,5' },
        ],
        'de',
      )
      return signProcess(
        ctx,
        SignInput.parse({ ...body, signature: { method: 'drawn', image: drawn(30) }, ...change }),
      )
    }
    const signed = await sign({})
    expect(await sign({})).toEqual(signed)
    const { consent } = typedSignature([], 'de')
    for (const [change, code] of [
      [{ signature: { method: 'typed', text: 'Mallory' } }, 'invalid_state'],
      [{ signature: { method: 'drawn', image: drawn(40) } }, 'invalid_state'],
      [{ signature: undefined }, 'validation_error'],
      [{ initials: { method: 'typed', text: 'AL' } }, 'invalid_state'],
      [{ consent: { ...consent, version: '1999' } }, 'validation_error'],
      [{ values: [{ field_id: field!.id, value: 'two' }] }, 'invalid_state'],
    ] as const)
      await expect(sign(change)).rejects.toMatchObject({ code })
    await expect(sign({}, unconfirmed)).rejects.toMatchObject({ code: 'forbidden' })
    expect(count(await getEventTypes(sentProcess.id), 'signature.completed')).toBe(1)
  })

  it.each([[[]], [[true, 'yes', 'own']]])(
    'signs with the first of a submission with values and one without, and repeats its response (first: %j)',
    async (values) => {
      const zones = [
        { type: 'checkbox' as const, required: false },
        { type: 'text' as const, required: false },
        { type: 'text' as const, value: 'preset', required: false },
        { type: 'text' as const, value: 'fixed', read_only: true },
      ]
      const sentProcess = await addSentProcess(tenant, { signers: twoSigners.slice(0, 1), zones })
      const ids = sentProcess.fields.filter(({ type }) => type !== 'signature').map(({ id }) => id)
      const token = await findToken(tenant, sentProcess.signers[0]!.id)
      const concurrent = await enterSigning(token, { ...tenant.ctx, now: now() })
      await openSigning(concurrent)
      const sign = (given: (string | boolean)[]) =>
        signProcess(
          concurrent,
          SignInput.parse(typedSignature(given.map((value, index) => ({ field_id: ids[index]!, value })))),
        )
      const signed = await sign(values)
      expect(await sign(values)).toEqual(signed)
      for (const others of [[], [true], [true, 'yes', 'preset'], [true, 'yes', 'own']])
        if (!isDeepStrictEqual(others, values))
          await expect(sign(others)).rejects.toMatchObject({
            code: 'invalid_state',
            details: { current_status: 'signed' },
          })
      const { fields } = await getProcess(tenant.ctx, sentProcess.id)
      expect(ids.map((id) => fields.find((field) => field.id === id)!.value)).toEqual(
        values.length > 0 ? ['true', 'yes', 'own', 'fixed'] : ['false', null, 'preset', 'fixed'],
      )
      expect(count(await getEventTypes(sentProcess.id), 'signature.completed')).toBe(1)
    },
  )

  it('signs with the first of different submissions', async () => {
    const sentProcess = await addSentProcess(tenant, {
      signers: twoSigners.slice(0, 1),
      zones: [{ type: 'text' }],
    })
    const params = { token: await openLink(tenant, sentProcess.signers[0]!.id) }
    const field = sentProcess.fields.find((row) => row.type === 'text')!
    const values = ['one', 'two', 'three', 'one', 'two', 'three']
    const responses = await Promise.all(
      values.map((value) =>
        callFromNewIp(signRoute.POST, { params, body: typedSignature([{ field_id: field.id, value }]) }),
      ),
    )
    const { fields } = await getProcess(tenant.ctx, sentProcess.id)
    const signedValue = fields.find(({ id }) => id === field.id)!.value
    expect(responses.map((response) => [response.status, response.body.error?.current_status])).toEqual(
      values.map((value) => (value === signedValue ? [200, undefined] : [409, 'signed'])),
    )
    expect(count(await getEventTypes(sentProcess.id), 'signature.completed')).toBe(1)
  })
})
