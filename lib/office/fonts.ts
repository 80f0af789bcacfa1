import { textFontFiles } from '#lib/pdf/text/font-files'

/** Where LibreOffice finds the fonts of the service, and the folders that it sees there. */
export const fontFolders = {
  '/fonts/packages': 'node_modules/@expo-google-fonts',
  '/fonts/own': 'lib/pdf/text/fonts',
}

/** The folders of the fonts for texts: a package has other weights, too. DejaVu Sans is on every system. */
const folders = new Set(
  textFontFiles
    .filter((file) => file.startsWith('@expo-google-fonts/'))
    .map((file) => file.replace('@expo-google-fonts', '/fonts/packages').replace(/\/[^/]*$/, '')),
).add('/fonts/own')

/**
 * A configuration for fontconfig (`FONTCONFIG_FILE`): the fonts of the system, and those of the service for scripts that
 * these lack, that for Japanese before that for Chinese, which claims Japanese too. Noto Sans is needed for Devanagari; under
 * its own name fontconfig would prefer it for Latin text, and if it claimed Hindi, LibreOffice would take it for Hebrew and
 * Arabic that name no font.
 */
export const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${[...folders]
  .sort()
  .map((folder) => `<dir>${folder}</dir>`)
  .join('\n')}
<match target="scan">
<test name="file" compare="contains"><string>/fonts/packages/noto-sans/</string></test>
<edit name="family" mode="assign"><string>Paraph Devanagari</string></edit>
<edit name="lang" mode="assign"><string>sa</string></edit>
</match>
</fontconfig>
`
