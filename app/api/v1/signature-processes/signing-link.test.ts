import { beforeAll, describe, expect, it } from 'vitest'
import { updateAccount } from '#lib/identity/account/update-account'
import type { ProcessRecord } from '#lib/processes/schema'
import { addDraft } from '#lib/testing/records/records'
import { addLink, loadEvents } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as linkRoute from './[id]/signers/[signer]/signing-link/route.ts'

type Answer = { data: { url: string }; error: { code: string; message: string; current_status?: string } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
  await updateAccount(tenant.ctx, { show_signing_links: true })
})

itIsGuarded('/signature-processes/{id}/signers/{signer}/signing-link', linkRoute)

const show = ({ id, signers }: ProcessRecord, as: TestTenant | { token: string } = tenant) =>
  call<Answer>(linkRoute.POST, { method: 'POST', params: { id, signer: signers[0]!.id }, as })

describe('POST …/signers/{signer}/signing-link', () => {
  it('200 with the link of the signer; the trail says once which user was shown it', async () => {
    const { process, params } = await addLink(tenant)
    const first = await show(process)
    expect([first.status, first.body.data.url.endsWith(`/sign/${params.token}`)]).toEqual([200, true])
    await show(process)
    const disclosures = (await loadEvents(tenant, process.id)).filter(
      ({ type }) => type === 'signature.link_disclosed',
    )
    expect(disclosures).toHaveLength(1)
    expect(disclosures[0]).toMatchObject({
      actor: { type: 'user' },
      data: { signer_id: process.signers[0]!.id },
    })
  })

  it('403 while the tenant does not allow it', async () => {
    const strict = await makeTenant()
    const { process } = await addLink(strict)
    const refused = await show(process, strict)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    expect(refused.body.error.message).toContain('organisation')
    expect((await loadEvents(strict, process.id)).map(({ type }) => type)).not.toContain(
      'signature.link_disclosed',
    )
  })

  it('404 for another tenant', async () => {
    const other = await makeTenant()
    await updateAccount(other.ctx, { show_signing_links: true })
    expect((await show((await addLink(tenant)).process, other)).status).toBe(404)
  })

  it('409 before the signer’s turn and once the process has ended', async () => {
    const draft = await show(await addDraft(tenant))
    expect([draft.status, draft.body.error.current_status]).toEqual([409, 'draft'])
    const { process } = await addLink(tenant)
    await call(cancelRoute.POST, { method: 'POST', params: { id: process.id }, as: tenant })
    const cancelled = await show(process)
    expect([cancelled.status, cancelled.body.error.current_status]).toEqual([409, 'cancelled'])
  })
})
