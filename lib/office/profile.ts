type Setting = [path: string, name: string, value: string | number | boolean]

/** A port at which no proxy listens. */
const NO_PROXY_PORT = 9
const NEVER_UPDATE = 2
const MANUAL_PROXY = 2
const VERY_HIGH_SECURITY = 3

const settings: Setting[] = [
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', VERY_HIGH_SECURITY],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Writer/Content/Update', 'Link', NEVER_UPDATE],
  ['Inet/Settings', 'ooInetProxyType', MANUAL_PROXY],
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((protocol): Setting[] => [
    ['Inet/Settings', `ooInet${protocol}ProxyName`, '127.0.0.1'],
    ['Inet/Settings', `ooInet${protocol}ProxyPort`, NO_PROXY_PORT],
  ]),
]

/** A4 and the forms of numbers and dates of its language, whatever the machine has. */
const localeSettings = (locale: string): Setting[] => [
  ['Setup/L10N', 'ooSetupSystemLocale', locale],
  ['Office.Linguistic/General', 'DefaultLocale', locale],
]

/**
 * The user profile of LibreOffice: no macros, no linked content, no network.
 * @param locale a language with its region, which decides the size of a page where the document does not
 */
export const officeProfile = (locale: string) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[...settings, ...localeSettings(locale)].map(formatItem).join('\n')}
</oor:items>
`

function formatItem([path, name, value]: Setting): string {
  return `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
}
