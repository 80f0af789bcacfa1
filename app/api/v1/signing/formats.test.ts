import { beforeAll, describe, expect, it } from 'vitest'
import { seenFields } from '#lib/pdf/fixtures/render'
import { getProcess } from '#lib/processes/get'
import {
  addOpenedLink,
  loadEvents,
  loadFiles,
  loadRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

type SigningResponse = {
  data: { process: { locale: string }; fields: { id: number; type: string; auto: boolean }[] }
}

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
async function signWithLocale(locale: string, timeZone?: string) {
  const { process, params } = await addOpenedLink(tenant, {
    options: { locale },
    zones: [
      { type: 'number', width: 200 },
      { type: 'date', width: 200, validation: { min_date: '1900-01-01' } },
      { type: 'date', width: 200, auto: true },
    ],
  })
  const { body } = await call<SigningResponse>(signingRoute.GET, { params })
  expect(body.data.process.locale).toBe(locale)
  const [number, chosen, automatic] = body.data.fields.filter(({ type }) => type !== 'signature')
  expect([number!.auto, chosen!.auto, automatic!.auto]).toEqual([false, false, true])
  const values = [
    { field_id: number!.id, value: 1234567.5 },
    { field_id: chosen!.id, value: '2020-01-09' },
  ]
  const submission = { ...typedSignature(values, locale), ...(timeZone && { time_zone: timeZone }) }
  const response = await call(signRoute.POST, { method: 'POST', params, body: submission })
  expect(response.status).toBe(200)
  await runRevisions(tenant, process)
  const [file] = await loadFiles(tenant, process.id)
  const fields = await seenFields(file!, 1)
  expect(fields.map(({ value, text }) => [value, text.join('')]).filter(([value]) => value)).toEqual(
    fields.flatMap(({ value }) => (value ? [[value, value]] : [])),
  )
  return { process, text: fields.map(({ value }) => String(value).replaceAll(/\s/g, ' ')).join('\n') }
}

describe('the values in the document', () => {
  it.each([
    ['de', '1.234.567,5', '09.01.2020'],
    ['en', '1,234,567.5', 'Jan 9, 2020'],
    ['fr', '1 234 567,5', '9 janv. 2020'],
    ['es', '1.234.567,5', '9 ene 2020'],
  ])('are in the format of the process’s language: %s', async (locale, number, date) => {
    const { text } = await signWithLocale(locale)
    expect(text).toContain(number)
    expect(text).toContain(date)
    expect(text).not.toContain('2020-01-09')
  })

  it.each([
    ['de', '1.250', '1.12.2026', ['1250', '15.000', '01.12.2026'], ['1250', '15000', '2026-12-01']],
    ['de', '1.250,50', '2026-12-01', ['1250,50', '15.006', '01.12.2026'], ['1250.50', '15006', '2026-12-01']],
    ['de', '1,25', '01.12.2026', ['1,25', '15', '01.12.2026'], ['1.25', '15', '2026-12-01']],
    ['en', '1,200', '12/1/2026', ['1200', '14,400', 'Dec 1, 2026'], ['1200', '14400', '2026-12-01']],
    ['en-GB', '1,200', '01/12/2026', ['1200', '14,400', '1 Dec 2026'], ['1200', '14400', '2026-12-01']],
    ['fr', '1 200,5', '1/12/2026', ['1200,5', '14 406', '1 déc. 2026'], ['1200.5', '14406', '2026-12-01']],
    ['de-CH', "1'200.5", '1.12.2026', ['1200.5', "14'406", '01.12.2026'], ['1200.5', '14406', '2026-12-01']],
  ])(
    'are one with record and formula in %s, typed as %s and %s',
    async (locale, rent, day, shown, stored) => {
      const { process, params } = await addOpenedLink(tenant, {
        options: { locale },
        zones: [
          { type: 'number', label: 'Rent', width: 200 },
          { type: 'number', label: 'Year', width: 200, formula: '{{Rent}} * 12' },
          { type: 'date', label: 'Start', width: 200, validation: { min_date: '1900-01-01' } },
        ],
      })
      const [, rentField, , dayField] = process.fields
      const values = [
        { field_id: rentField!.id, value: rent },
        { field_id: dayField!.id, value: day },
      ]
      const body = typedSignature(values, locale)
      expect((await call(signRoute.POST, { method: 'POST', params, body })).status).toBe(200)
      await runRevisions(tenant, process)
      const { fields } = await getProcess(tenant.ctx, process.id)
      expect(fields.flatMap(({ type, value }) => (type === 'signature' ? [] : [value]))).toEqual(stored)
      const [file] = await loadFiles(tenant, process.id)
      const texts = (await seenFields(file!, 1)).map(({ text }) =>
        text.join('').replaceAll(/\s/g, ' ').replaceAll('’', "'"),
      )
      expect(texts).toEqual(expect.arrayContaining(shown))
    },
  )

  it('have the day of signing in the signer’s time zone, which the trail records', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { process, text } = await signWithLocale('de', timeZone)
      const { signers } = await loadRows(tenant, process.id)
      const format = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone })
      expect(text).toContain(format.format(signers[0]!.signedAt!))
      const completed = (await loadEvents(tenant, process.id)).find(
        ({ type }) => type === 'signature.completed',
      )
      expect(completed?.data.time_zone).toBe(timeZone)
    }
  })
})

describe('POST …/sign', () => {
  it.each([
    ['fr', '1.250'],
    ['en', '12,5'],
    ['de', '1250.50'],
    ['de', '0.250'],
  ])('400 in %s for the number %s, which is not of that form', async (locale, value) => {
    const { params, process } = await addOpenedLink(tenant, {
      options: { locale },
      zones: [{ type: 'number' }],
    })
    const number = process.fields.find(({ type }) => type === 'number')!
    const body = typedSignature([{ field_id: number.id, value }], locale)
    const response = await call(signRoute.POST, { method: 'POST', params, body })
    expect([response.status, response.body]).toMatchObject([
      400,
      {
        error: {
          errors: { 'values.0.value': [expect.stringMatching(/^Must be a number such as 12/)] },
        },
      },
    ])
  })

  it('400 for a value of an automatic date, and for an unknown time zone', async () => {
    const { params } = await addOpenedLink(tenant, { zones: [{ type: 'date', auto: true }] })
    const { body } = await call<SigningResponse>(signingRoute.GET, { params })
    const date = body.data.fields.find(({ type }) => type === 'date')!
    const values = [{ field_id: date.id, value: '2020-01-01' }]
    type ErrorBody = { error: { errors: Record<string, string[]> } }
    const post = (submission: object) =>
      call<ErrorBody>(signRoute.POST, { method: 'POST', params, body: submission })
    const errorResponse = await post(typedSignature(values))
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['values.0.field_id'],
    ])
    const unknown = await post({ ...typedSignature(), time_zone: 'Mars/Olympus' })
    expect([unknown.status, Object.keys(unknown.body.error.errors)]).toEqual([400, ['time_zone']])
  })
})
