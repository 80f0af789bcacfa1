import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { PageJump } from '#components/zones/page/page-jump.tsx'
import en from '#messages/en/dashboard.json'

it('its arrows keep the focus on the first and the last page', () => {
  const arrows = (current: number) =>
    renderToStaticMarkup(
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <PageJump current={current} total={3} onGo={() => {}} />
      </IntlProvider>,
    ).match(/<button[^>]*>/g)!
  const areUnavailable = (current: number) =>
    arrows(current).map((arrow) => arrow.includes('aria-disabled="true"'))
  expect([1, 2, 3].map(areUnavailable)).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
  expect(arrows(1).join()).not.toContain(' disabled')
})
