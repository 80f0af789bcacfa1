import { expect, it } from 'vitest'
import { readXml } from './check/xml.ts'
import { officeProfile } from './profile.ts'

/** The values of a profile by the path and name of their settings. */
function getSettings(profile: string): Map<string, string> {
  const settings = new Map<string, string>()
  let [path, name] = ['', '']
  readXml(profile, {
    onTag({ attributes }) {
      for (const attribute of attributes) {
        if (attribute.name === 'path') path = attribute.value
        if (attribute.name === 'name') name = attribute.value
      }
    },
    onText(text, element) {
      if (element === 'value') settings.set(`${path}/${name}`, text)
    },
  })
  return settings
}

const settings = getSettings(officeProfile('de-DE'))

it('decides the region, so that neither page size nor forms of numbers come from the machine', () => {
  expect(settings.get('/org.openoffice.Setup/L10N/ooSetupSystemLocale')).toBe('de-DE')
  expect(settings.get('/org.openoffice.Office.Linguistic/General/DefaultLocale')).toBe('de-DE')
  expect(getSettings(officeProfile('es-ES')).get('/org.openoffice.Setup/L10N/ooSetupSystemLocale')).toBe(
    'es-ES',
  )
})

it.each([
  ['Office.Common/Security/Scripting/DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting/MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting/BlockUntrustedRefererLinks', 'true'],
  ['Office.Writer/Content/Update/Link', '2'],
])('runs no macro and updates no link: %s is %s', (setting, value) => {
  expect(settings.get(`/org.openoffice.${setting}`)).toBe(value)
})

it.each(['HTTP', 'HTTPS', 'FTP'])('sends %s to a proxy that is not there', (protocol) => {
  expect(settings.get('/org.openoffice.Inet/Settings/ooInetProxyType')).toBe('2')
  expect(settings.get(`/org.openoffice.Inet/Settings/ooInet${protocol}ProxyName`)).toBe('127.0.0.1')
  expect(settings.get(`/org.openoffice.Inet/Settings/ooInet${protocol}ProxyPort`)).toBe('9')
})
