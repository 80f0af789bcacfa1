import type { ComponentProps, MouseEvent, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

/** Clicks the button that is rendered. @returns what was called: its action, and what submits no form */
function click(props: ComponentProps<typeof Button>) {
  const onClick = vi.fn()
  const preventDefault = vi.fn()
  const button = Button({ ...props, onClick }) as ReactElement<ComponentProps<'button'>>
  button.props.onClick?.({ preventDefault } as unknown as MouseEvent<HTMLButtonElement>)
  return { acts: onClick.mock.calls.length > 0, submits: preventDefault.mock.calls.length === 0 }
}

it.each([{ busy: true }, { unavailable: true }])(
  'with %j it keeps the focus, and ignores clicks',
  (state) => {
    const html = renderToStaticMarkup(<Button {...state}>Send</Button>)
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain('disabled=""')
    expect(click(state)).toEqual({ acts: false, submits: false })
    expect(click({})).toEqual({ acts: true, submits: true })
  },
)

it('while busy submits no form, and stays disabled where it was', () => {
  expect(click({ type: 'submit', busy: true })).toEqual({ acts: false, submits: false })
  expect(click({ type: 'submit' })).toEqual({ acts: true, submits: true })
  expect(renderToStaticMarkup(<Button busy disabled />)).toContain('disabled=""')
})
