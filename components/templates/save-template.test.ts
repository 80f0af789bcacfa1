import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newCreate } from '#components/api/create.ts'
import { toForm } from '#components/processes/form/form-model.ts'
import type { Version } from '#components/processes/form/use-conflict.tsx'
import type { TemplateRecord } from '#lib/templates/schema'
import { saveTemplate } from './save-template.ts'
import { templateDataFromTemplate } from './template-model.ts'

interface Sent {
  method: string
  version: string | null
  body: { name: string; fields: { id: number; role: string }[] } | null
}

let requests: Sent[]
beforeEach(() => {
  requests = []
})
afterEach(() => vi.unstubAllGlobals())

/** Stubs a service that has this template in its version 5. */
function stubService(current: TemplateRecord) {
  vi.stubGlobal('fetch', async (_path: string, { method = '', headers, body }: RequestInit) => {
    const version = new Headers(headers).get('if-match')
    requests.push({ method, version, body: body ? JSON.parse(String(body)) : null })
    return Response.json({ data: current }, { headers: { etag: '"5"' } })
  })
}

const role = { name: 'Landlord', order: 1, type: 'simple', role: 'signer' }
const field = (id: number) => ({
  ...{ id, role: 'Landlord', document_id: 3, type: 'text', page: 1, x: 10, y: 10, width: 90, height: 20 },
  ...{ label: null, required: true, condition: null, formula: null, validation: {}, options: null },
  ...{ value: null, read_only: false, font_size: null, font: null, align: null, comb: null },
  ...{ imported: false, editable: true, layout: {} },
})
const template = {
  ...{ id: 7, name: 'Rental', description: null, folder_id: null, test_mode: false },
  options: {
    enable_otp: false,
    enable_notifications: true,
    expires_in_days: 30,
    reminder_days: null,
    signature_kinds: ['typed'],
    message: null,
  },
  documents: [{ id: 3, order: 1, name: 'Lease', page_count: 1, size: 100 }],
  roles: [role],
  fields: [field(1), field(2)],
  updated_at: '2026-05-01T10:00:00.000Z',
} as unknown as TemplateRecord
/** As a colleague changed it, who removed a field. */
const changed = { ...template, fields: template.fields.slice(1), updated_at: '2026-05-01T11:00:00.000Z' }

const data = templateDataFromTemplate(template)
const save = (decide: (current: TemplateRecord) => Promise<Version>) =>
  saveTemplate(
    newCreate(),
    { ...toForm(data), name: 'Renamed' },
    { stored: template, fields: data.fields },
    decide,
  )

describe('a template that its form saves', () => {
  it('is changed if it still has the version that the form started from', async () => {
    stubService(template)
    const decide = vi.fn()
    expect(await save(decide)).toEqual({ data: template })
    expect(decide).not.toHaveBeenCalled()
    expect(requests.map(({ method, version }) => [method, version])).toEqual([
      ['GET', null],
      ['PATCH', '"5"'],
    ])
    expect(requests[1]?.body).toMatchObject({ name: 'Renamed', fields: [{ id: 1 }, { id: 2 }] })
  })

  it('is not changed when the version is kept that it has from elsewhere', async () => {
    stubService(changed)
    expect(await save(async () => 'stored')).toBeNull()
    expect(requests.map(({ method }) => method)).toEqual(['GET'])
  })

  it('gets the form with the fields that exist now when the own version is kept', async () => {
    stubService(changed)
    const seen: TemplateRecord[] = []
    await save(async (current) => {
      seen.push(current)
      return 'mine'
    })
    expect(seen).toEqual([changed])
    expect(requests.at(-1)).toMatchObject({
      method: 'PATCH',
      version: '"5"',
      body: { name: 'Renamed', fields: [{ id: 2, role: 'Landlord' }] },
    })
    expect(requests.at(-1)?.body?.fields).toHaveLength(1)
  })
})
