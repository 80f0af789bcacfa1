import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { vaultDocuments } from '#db/schema/vault'
import { write } from '#db/tenancy/tenant'
import { moveClock, now } from '#lib/core/clock'
import { asErrorText } from '#lib/messages/errors'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { lockProcess } from '#lib/processes/load'
import { markSealError } from '#lib/processes/transitions'
import type { SigningRecord } from '#lib/signing/schema'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import {
  addLink,
  addOpenedLink,
  findToken,
  loadEvents,
  loadRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as downloadRoute from './[token]/download/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const post = (handler: typeof openRoute.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })

describe('an invalid link', () => {
  const params = { token: 'A'.repeat(43) }
  const requests: [string, () => ReturnType<typeof post>][] = [
    ['GET', () => call(signingRoute.GET, { params })],
    ['open', () => post(openRoute.POST, params)],
    ['file', () => call(fileRoute.GET, { params: { ...params, id: 1 } })],
    ['sign', () => post(signRoute.POST, params, typedSignature())],
    ['refuse', () => post(refuseRoute.POST, params, { reason: 'No' })],
    ['download', () => call(downloadRoute.GET, { params })],
  ]
  it.each(requests)('404 for %s', async (_, request) => {
    const response = await request()
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('GET /signing/{token}', () => {
  it('200 with the fields of this signer, without other signers and links', async () => {
    const { process, params } = await addLink(tenant, {
      signers: [{ name: 'Ada' }, { name: 'Grace' }],
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const { status, body } = await call(signingRoute.GET, { params })
    expect(status).toBe(200)
    expect(body.data.fields).toHaveLength(2)
    expect(body.data.signer).toMatchObject({ id: process.signers[0]!.id, status: 'notified' })
    expect(JSON.stringify(body)).not.toContain('Grace')
    expect(JSON.stringify(body)).not.toContain(params.token)
  })

  it('200 without the promise of a sealed document, once sealing cannot succeed', async () => {
    const { process, params } = await addOpenedLink(tenant)
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    await write(tenant.ctx, async (tx) => {
      const locked = await lockProcess(tx, tenant.ctx, process.id)
      await markSealError(tx, tenant.ctx, locked, asErrorText('test', 'The page has no content.'), true)
    })
    const { body } = await call<{ data: SigningRecord }>(signingRoute.GET, { params })
    expect(body.data.process).toMatchObject({ status: 'in_progress', sealing: false, seal_blocked: true })
  })

  it('200 with the time of the service', async () => {
    const { params } = await addLink(tenant)
    moveClock(3 * 86_400_000)
    try {
      const before = now()
      const { body } = await call<{ data: SigningRecord }>(signingRoute.GET, { params })
      const time = new Date(body.data.server_time)
      expect(time >= before && time <= now()).toBe(true)
    } finally {
      moveClock(-3 * 86_400_000)
    }
  })

  it('200 past the expiry date: in progress if only the seal is missing, expired if a signature is', async () => {
    const options = { expires_in_days: 1 }
    const oneSigner = await addOpenedLink(tenant, { options })
    const twoSigners = await addOpenedLink(tenant, {
      options,
      signers: [{ name: 'Ada' }, { name: 'Eve', type: 'parallel' }],
    })
    for (const { params } of [oneSigner, twoSigners]) {
      expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    }
    moveClock(86_400_001)
    try {
      const getSigning = async (params: { token: string }) =>
        (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body.data
      const sealing = await getSigning(oneSigner.params)
      expect(sealing.process).toMatchObject({ status: 'in_progress', sealing: true })
      expect([sealing.signer.status, sealing.documents.length]).toEqual(['signed', 1])
      const id = sealing.documents[0]!.id
      expect((await call(fileRoute.GET, { params: { ...oneSigner.params, id } })).status).toBe(200)
      expect((await post(signRoute.POST, oneSigner.params, typedSignature())).body.error.current_status).toBe(
        'signed',
      )
      const expired = await getSigning(twoSigners.params)
      expect(expired.process).toMatchObject({ status: 'expired', sealing: false })
    } finally {
      moveClock(-86_400_001)
    }
    await runRevisions(tenant, oneSigner.process)
    const sealed = (await call(signingRoute.GET, { params: oneSigner.params })).body.data.process
    expect(sealed).toMatchObject({ status: 'completed', sealing: false })
  })

  it('200 without the documents once the process was cancelled', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    const { body } = await call(signingRoute.GET, { params })
    expect(body.data).toMatchObject({ documents: [], process: { status: 'cancelled' } })
  })
})

describe('POST /signing/{token}/open', () => {
  it('200 records the view once; a GET does not', async () => {
    const { process, params } = await addLink(tenant)
    await call(signingRoute.GET, { params })
    expect((await loadRows(tenant, process.id)).signers[0]!.viewedAt).toBeNull()
    const firstResponse = await post(openRoute.POST, params)
    const secondResponse = await post(openRoute.POST, params)
    expect([firstResponse.status, secondResponse.status]).toEqual([200, 200])
    expect(secondResponse.body.data).toEqual(firstResponse.body.data)
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.viewed')).toHaveLength(1)
  })

  it('409 once the process was cancelled', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await post(openRoute.POST, params)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'cancelled',
    })
  })
})

describe('GET /signing/{token}/documents/{id}/file', () => {
  it('404 for a document of another process', async () => {
    const { params } = await addLink(tenant)
    const other = await addLink(tenant)
    const id = other.process.documents[0]!.id
    expect((await call(fileRoute.GET, { params: { ...params, id } })).status).toBe(404)
  })

  it('409 once the process has ended', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    const id = process.documents[0]!.id
    expect((await call(fileRoute.GET, { params: { ...params, id } })).status).toBe(409)
  })
})

describe('POST /signing/{token}/refuse', () => {
  it('200 ends the process, with the reason', async () => {
    const { process, params } = await addLink(tenant, { signers: [{ name: 'Ada' }, { name: 'Grace' }] })
    const response = await post(refuseRoute.POST, params, { reason: 'The rent is wrong.' })
    expect(response.body.data).toMatchObject({
      process: { status: 'refused' },
      signer: { status: 'refused' },
    })
    const after = await getProcess(tenant.ctx, process.id)
    expect(after.signers[0]).toMatchObject({ status: 'refused', refusal_reason: 'The rent is wrong.' })
    expect((await loadEvents(tenant, process.id)).map(({ type }) => type)).toContain('signature.refused')
  })

  it.each([[{}], [{ reason: '  ' }], [{ reason: 'x'.repeat(2001) }]])(
    '400 for a missing, empty or too long reason: %j',
    async (body) => {
      const { params } = await addLink(tenant)
      expect((await post(refuseRoute.POST, params, body)).body.error.errors).toHaveProperty('reason')
    },
  )

  it('409 the second time', async () => {
    const { params } = await addLink(tenant)
    await post(refuseRoute.POST, params, { reason: 'No' })
    expect((await post(refuseRoute.POST, params, { reason: 'No' })).status).toBe(409)
  })
})

describe('GET /signing/{token}/download', () => {
  it('200 with the sealed file; 404 for an unknown document', async () => {
    const process = await addCompleted(tenant)
    const params = { token: await findToken(tenant, process.signers[0]!.id) }
    const downloaded = await call(downloadRoute.GET, { params })
    expect([downloaded.status, downloaded.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const otherResponse = await call(downloadRoute.GET, {
      params,
      path: '/api/v1/signing/x/download?document_id=999999',
    })
    expect(otherResponse.status).toBe(404)
  })

  it('200 with a ZIP of what is left of several files, 409 for one that was deleted from the vault', async () => {
    const documents = [{ id: (await addDocument(tenant)).id }, { id: (await addDocument(tenant)).id }]
    const process = await addCompleted(tenant, { documents })
    const params = { token: await findToken(tenant, process.signers[0]!.id) }
    const download = async (query = '') => {
      const { status, headers } = await call(downloadRoute.GET, { params, path: `/x?${query}` })
      return [status, headers.get('content-type')]
    }
    await write(tenant.ctx, (tx) =>
      tx.delete(vaultDocuments).where(eq(vaultDocuments.documentId, documents[0]!.id)),
    )
    expect(await download()).toEqual([200, 'application/zip'])
    expect(await download(`document_id=${documents[1]!.id}`)).toEqual([200, 'application/pdf'])
    expect((await download(`document_id=${documents[0]!.id}`))[0]).toBe(409)
  })

  it('409 before everyone has signed', async () => {
    const { params } = await addLink(tenant)
    expect((await call(downloadRoute.GET, { params })).body.error.code).toBe('invalid_state')
  })
})
