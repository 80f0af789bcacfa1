import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import en from '#messages/en/dashboard.json'
import { useConfirmationRow } from './confirmation-row.ts'

type Input = Parameters<typeof useConfirmationRow>

function Row({ people, options }: { people: Input[0]; options: Input[1] }) {
  const { name, value } = useConfirmationRow(people, options)
  return `${name}: ${value}`
}

const signer = (otp: Input[0][number]['otp'], role: Input[0][number]['role'] = 'signer') => ({ otp, role })

it.each([
  ['as the process, without a code', [signer(null)], false, 'No code'],
  ['as the process, with a code', [signer(null), signer(null)], true, 'Code by email'],
  ['before anyone was added', [], true, 'Code by email'],
  ['each in a way of their own', [signer('sms'), signer('sms')], false, 'Code by SMS'],
  [
    'in different ways',
    [signer('sms'), signer(null), signer('none')],
    true,
    'Code by SMS · Code by email · No code',
  ],
  [
    'with a copy for somebody without a link',
    [signer('access_code'), signer(null, 'cc')],
    false,
    'Access code that you have agreed on',
  ],
] as const)('says how people confirm who they are: %s', (_case, people, isRequired, text) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <Row people={people} options={{ enable_otp: isRequired }} />
    </IntlProvider>,
  )
  expect(html).toBe(`Confirmation: ${text}`)
})
