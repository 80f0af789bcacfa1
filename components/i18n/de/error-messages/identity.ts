import type { identityMessages as english } from '#lib/core/error-messages/identity'

export const identityMessages: Record<(typeof english)[number], string> = {
  'The name is missing.': 'Geben Sie den Namen ein.',
  'This email address is already in use.': 'Diese E-Mail-Adresse wird schon verwendet.',
  '{email} already belongs to another user of the tenant. That user must be removed first.':
    '{email} gehört schon einem anderen Benutzer der Organisation. Dieser muss zuerst entfernt werden.',
  'This link is no longer valid. Request a new one.':
    'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  'The link is incomplete.': 'Der Link ist unvollständig.',
  'The password is missing.': 'Geben Sie das Passwort ein.',
  'The password must have {min} to {max} characters.': 'Das Passwort muss {min} bis {max} Zeichen haben.',
  'The password is among the most common ones. Choose another.':
    'Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes.',
  'The password is your name, your email address or the name of this service. Choose another.':
    'Dieses Passwort ist Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Dienstes. Wählen Sie ein anderes.',
  'Another account with this email address has this password, and signing in could not tell them apart. Choose another.':
    'Ein anderes Konto mit dieser E-Mail-Adresse hat dieses Passwort; die Anmeldung könnte sie nicht unterscheiden. Wählen Sie ein anderes.',
  'The password may be absent only when send_invitation is true.':
    'Geben Sie ein Passwort ein oder senden Sie eine Einladung.',
  'The password was changed meanwhile.': 'Das Passwort wurde inzwischen geändert.',
  'Incorrect password.': 'Falsches Passwort.',
  'You have no password. Sign out and sign in again through your identity provider.':
    'Sie haben kein Passwort. Melden Sie sich ab und über Ihren Identitätsanbieter wieder an.',
  'The role is one of {roles}.': 'Mögliche Rollen: {roles}.',
  'A user cannot be their own successor.': 'Benutzer können sich nicht selbst nachfolgen.',
  'A viewer cannot take over processes.': 'Wer nur lesen darf, kann keine Vorgänge übernehmen.',
  'The retention is a whole number of years, 1 to {max}.':
    'Die Aufbewahrung ist eine ganze Zahl von Jahren, 1 bis {max}.',
  'Must be a whole number of minutes, {min} to {max}, or null.':
    'Hier wird eine ganze Zahl von Minuten erwartet, {min} bis {max}.',
  'Must be a colour such as #1f5f4a.': 'Hier wird eine Farbe erwartet, zum Beispiel #1f5f4a.',
  'Too light: white text on it could not be read. Choose a darker colour (a contrast of 4.5 to 1).':
    'Zu hell: Weiße Schrift wäre darauf nicht lesbar. Wählen Sie eine dunklere Farbe (Kontrast 4,5 zu 1).',
  'Choose a PNG file.': 'Wählen Sie eine PNG-Datei.',
  'The logo is larger than {limit} MB.': 'Das Logo ist größer als {limit} MB.',
  'The logo is not a complete PNG file.': 'Das Logo ist keine vollständige PNG-Datei.',
  'The logo has more than {limit} million pixels.': 'Das Logo hat mehr als {limit} Millionen Pixel.',
  'The logo cannot be read.': 'Das Logo kann nicht gelesen werden.',
  'The logo has too many details. Use a simpler picture.':
    'Das Logo hat zu viele Details. Nehmen Sie ein einfacheres Bild.',
  'The date is in the past.': 'Das Datum liegt in der Vergangenheit.',
  'This is not an ISO 8601 date-time.': 'Das ist kein Zeitpunkt nach ISO 8601.',
  'Name at least one scope, or leave the member out.': 'Wählen Sie mindestens eine Berechtigung.',
  'This is neither an address nor a network (CIDR).': 'Das ist weder eine IP-Adresse noch ein Netz (CIDR).',
  'The text must have {min} to {max} characters.': 'Der Text muss {min} bis {max} Zeichen haben.',
  'HTML is not rendered. Use plain text; each line is a paragraph.':
    'HTML wird nicht dargestellt. Schreiben Sie einfachen Text; jede Zeile ist ein Absatz.',
  'Set up a second factor of your own first, then require one of everyone.':
    'Richten Sie zuerst einen eigenen zweiten Faktor ein, dann verlangen Sie ihn von allen.',
  'The passkey could not be verified.': 'Der Passkey konnte nicht geprüft werden.',
  'This passkey is added already.': 'Dieser Passkey ist schon hinzugefügt.',
  'This challenge has expired or was used. Start again.':
    'Die Anfrage ist abgelaufen oder wurde schon verwendet. Beginnen Sie von vorn.',
  'The code has six digits.': 'Der Code hat sechs Ziffern.',
  'Enter a recovery code.': 'Geben Sie einen Wiederherstellungscode ein.',
  'The issuer is missing.': 'Geben Sie den Aussteller ein.',
  'The client id is missing.': 'Geben Sie die Client-ID ein.',
  'The client secret is missing.': 'Geben Sie das Client-Geheimnis ein.',
  'Enter the client secret of the new issuer.': 'Geben Sie das Client-Geheimnis des neuen Ausstellers ein.',
  'Name at least one domain.': 'Geben Sie mindestens eine Domain an.',
  'Must be a domain such as example.com.': 'Hier wird eine Domain erwartet, zum Beispiel example.com.',
  'Must be a URL without query, such as https://login.example.com.':
    'Hier wird eine URL ohne Parameter erwartet, zum Beispiel https://login.example.com.',
  'No OpenID provider responds at {url}.': 'Unter {url} antwortet kein OpenID-Anbieter.',
  'The provider at this URL calls itself {issuer}. Enter that.':
    'Der Anbieter unter dieser Adresse nennt sich {issuer}. Geben Sie das ein.',
}
