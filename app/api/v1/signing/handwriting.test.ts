import { beforeAll, describe, expect, it } from 'vitest'
import type { HandwritingRecord } from '#lib/signing/appearance-schema'
import { addOpenedLink, loadFiles, runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as handwritingRoute from './[token]/handwriting/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const draw = (params: { token: string }, text: string) =>
  call<{ data: HandwritingRecord }>(handwritingRoute.GET, {
    params,
    path: `/api/v1/signing/t/handwriting?text=${encodeURIComponent(text)}`,
  })

describe('GET /signing/{token}/handwriting', () => {
  it('200 with the fonts that have every character, the default first', async () => {
    const { params } = await addOpenedLink(tenant)
    const { status, body } = await draw(params, 'Žofie Příliš')
    expect([status, body.data.faces.map(({ font }) => font)]).toEqual([
      200,
      ['caveat', 'dancing-script', 'great-vibes', 'mynerve'],
    ])
    expect(body.data.faces[0]).toMatchObject({
      name: 'Caveat',
      height: 1200,
      path: expect.stringMatching(/^M/),
    })
  })

  it('404 for an unknown link', async () => {
    expect((await draw({ token: 'x'.repeat(43) }, 'Ada')).status).toBe(404)
  })

  it('400 without a text', async () => {
    const { params } = await addOpenedLink(tenant)
    expect((await draw(params, '')).status).toBe(400)
  })
})

describe('the font of a typed signature', () => {
  it('is that of the sealed document', async () => {
    const { process, params } = await addOpenedLink(tenant)
    const submission = typedSignature()
    const signature = { method: 'typed', text: 'Ada Lovelace', font: 'great-vibes' }
    const { status } = await call(signRoute.POST, { params, body: { ...submission, signature } })
    expect(status).toBe(200)
    await runRevisions(tenant, process)
    const [file] = await loadFiles(tenant, process.id)
    expect(Buffer.from(file!).toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+GreatVibes/)
  })

  it('draws the longest name that a signer can have', async () => {
    const text = 'Wohnungseigentümergemeinschaft Lindenallee '.repeat(5).padEnd(255, 'x')
    const { process, params } = await addOpenedLink(tenant)
    expect((await draw(params, text)).status).toBe(200)
    const signature = { method: 'typed', text }
    const { status } = await call(signRoute.POST, { params, body: { ...typedSignature(), signature } })
    expect(status).toBe(200)
    await runRevisions(tenant, process)
    expect(await loadFiles(tenant, process.id)).toHaveLength(1)
  })

  it('400 for a text without a visible character', async () => {
    const { params } = await addOpenedLink(tenant)
    const signature = { method: 'typed', text: '\u200B\u200B' }
    const { body } = await call(signRoute.POST, { params, body: { ...typedSignature(), signature } })
    expect(body.error.errors).toEqual({ 'signature.text': ['Must not be empty.'] })
  })

  it('400 for an unknown one', async () => {
    const { params } = await addOpenedLink(tenant)
    const signature = { method: 'typed', text: 'Ada', font: 'comic-sans' }
    const response = await call(signRoute.POST, { params, body: { ...typedSignature(), signature } })
    expect([response.status, Object.keys(response.body.error.errors)]).toEqual([400, ['signature.font']])
  })
})
