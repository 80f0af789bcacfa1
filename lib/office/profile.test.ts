import { expect, it } from 'vitest'
import { officeProfile } from './profile.ts'

it('decides the region, so that neither page size nor forms of numbers come from the machine', () => {
  const profile = officeProfile('de-DE')
  for (const name of ['ooSetupSystemLocale', 'DefaultLocale'])
    expect(profile).toContain(`<prop oor:name="${name}" oor:op="fuse"><value>de-DE</value></prop>`)
})
