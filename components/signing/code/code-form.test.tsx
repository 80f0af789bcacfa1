import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SigningTexts } from '#lib/messages/signing'
import en from '#messages/en/signing.json'
import { signing } from '../fixtures.ts'
import { VisitorCode } from '../link/visitor-code.tsx'
import { OneTimeCode } from './one-time-code.tsx'

const t = { ...en, locale: 'en' } as unknown as SigningTexts
const state = signing([])
const sent = { ...state, otp: { ...state.otp, required: true, code_sent: true, next_code_seconds: 30 } }
const visitor = { name: 'Ada', email: 'ada@example.com' }

it.each([
  ['a signer', <OneTimeCode key="s" token="token" signing={sent} t={t} onVerified={async () => {}} />],
  [
    'a visitor',
    <VisitorCode key="v" {...{ visitor, t }} token="token" isOpen onBack={() => {}} onRefused={() => {}} />,
  ],
])('says to %s in how many seconds another code can be sent, not faded', (_, form) => {
  const [, classes, label] =
    /<button(?=[^>]*aria-disabled)[^>]*class="([^"]*)"[^>]*>(.*?)<\/button>/.exec(
      renderToStaticMarkup(form),
    ) ?? []
  expect(label).toContain('30 seconds')
  expect(classes).toContain('aria-disabled:opacity-100')
})
