import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { Confirm } from '#components/ui/lazy/dialog.tsx'
import en from '#messages/en/dashboard.json'
import { ConfirmButton } from './confirm-button.tsx'

let shown: ComponentProps<typeof Confirm>
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Confirm: (props: typeof shown) => {
    shown = props
    return props.children
  },
}))
const showToast = vi.fn()
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => showToast }))

function render(props: Partial<ComponentProps<typeof ConfirmButton>> = {}) {
  const action = { isPending: false, error: null }
  return renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <ConfirmButton
        label="Cancel process"
        title="Cancel it?"
        description=""
        confirmLabel="Cancel it"
        action={action}
        onConfirm={() => {}}
        done="It is cancelled."
        {...props}
      />
    </IntlProvider>,
  )
}

it('asks first', () => {
  const onConfirm = vi.fn()
  expect(render({ onConfirm })).toContain('Cancel process')
  expect(shown).toMatchObject({ open: false, busy: false, title: 'Cancel it?', confirmLabel: 'Cancel it' })
  expect(onConfirm).not.toHaveBeenCalled()
})

it('says what was done once it has succeeded', () => {
  render({ onConfirm: (onSuccess) => onSuccess() })
  shown.onConfirm()
  expect(showToast).toHaveBeenCalledExactlyOnceWith('It is cancelled.')
})

it('shows the error with the question, after what it asks for', () => {
  const action = { isPending: true, error: new Error() }
  expect(render({ action, children: <textarea /> })).toMatch(/<textarea.*role="alert"/)
  expect(shown.busy).toBe(true)
})
