import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import type { SigningTexts } from '#lib/messages/signing'
import type { LinkVisitRecord } from '#lib/templates/visits/schema'
import en from '#messages/en/signing.json'
import { signing } from '../fixtures.ts'
import { VisitorForm } from '../link/visitor-form.tsx'
import { AccessCode } from './access-code.tsx'
import { OneTimeCode } from './one-time-code.tsx'

const t = { ...en, locale: 'en' } as unknown as SigningTexts
const state = signing([])
const withCode = { ...state, otp: { ...state.otp, required: true, code_sent: true, next_code_seconds: 0 } }
const link = { name: 'Lease', sender: { name: 'Eva' }, tenant: { name: 'Firm' } } as LinkVisitRecord
const props = { token: 'token', t, onVerified: async () => {} }

it.each([
  [
    'the name and address of a visitor',
    <VisitorForm key="v" {...{ link, t }} token="token" onRefused={() => {}} />,
  ],
  ['an access code', <AccessCode key="a" {...props} signing={withCode} />],
  ['a one-time code', <OneTimeCode key="o" {...props} signing={withCode} />],
])('the form of %s takes no input that would be lost', (_, form) => {
  const page = (
    <IntlProvider locale="en" timeZone="UTC" messages={{ common: {} }}>
      {form}
    </IntlProvider>
  )
  expect(renderToStaticMarkup(page)).toMatch(/<form [^>]*inert=""/)
})
