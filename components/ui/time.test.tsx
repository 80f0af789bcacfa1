import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import { Time } from '#components/ui/time.tsx'

const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

it.each([
  ['right', 0],
  ['three days behind', 3 * DAY_MILLISECONDS],
  ['two hours ahead', -2 * HOUR_MILLISECONDS],
])(
  'tells how long ago something was by the clock of the service, with a device whose clock is %s',
  (_, error) => {
    const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
    const serverTime = Date.now() + error
    const at = new Date(serverTime - 5 * HOUR_MILLISECONDS).toISOString()
    const html = renderToStaticMarkup(
      <PreferencesProvider known={known} serverTime={serverTime}>
        <Time at={at} show="distance" />
      </PreferencesProvider>,
    )
    expect(html).toContain('>5 hours ago<')
  },
)
