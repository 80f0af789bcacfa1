import type { security as english } from './en.ts'

export const security: typeof english = {
  subject: 'Eine Änderung an der Sicherheit von {tenant}',
  heading: 'Eine Änderung an der Sicherheit',
  ssoChanged:
    'Der Identitätsanbieter von {tenant} wurde eingerichtet oder geändert. Benutzer können sich jetzt über {name} anmelden.',
  ssoRemoved:
    'Der Identitätsanbieter {name} von {tenant} wurde entfernt. Benutzer melden sich jetzt mit ihrem Passwort an.',
  factorRequired: '{tenant} verlangt jetzt von allen Benutzern einen zweiten Faktor.',
  factorOptional: '{tenant} verlangt keinen zweiten Faktor mehr.',
  idleLimited: 'Sitzungen bei {tenant} enden jetzt nach {minutes} Minuten ohne Nutzung.',
  idleUnlimited: 'Ungenutzte Sitzungen bei {tenant} enden nicht mehr.',
  webhookCreated: 'Ein Webhook wurde angelegt. Ereignisse von {tenant} werden jetzt an {name} gesendet.',
  webhookChanged: 'Ein Webhook wurde geändert. Ereignisse von {tenant} werden jetzt an {name} gesendet.',
  privacyExport: 'Ein Export aller Daten über {name} wurde angefordert.',
  identityLinked:
    'Das Konto von {person} wurde mit einem Konto bei {name} verbunden, mit dem man sich jetzt anmelden kann.',
  passwordChanged: 'Das Passwort von {person} wurde geändert.',
  totpAdded: 'Dem Konto von {person} wurde eine Authentifizierungs-App hinzugefügt.',
  totpRemoved: 'Die Authentifizierungs-App wurde aus dem Konto von {person} entfernt.',
  passkeyAdded: 'Dem Konto von {person} wurde der Passkey „{name}“ hinzugefügt.',
  passkeyRemoved: 'Der Passkey „{name}“ wurde aus dem Konto von {person} entfernt.',
  reset: 'Alle zweiten Faktoren wurden aus dem Konto von {person} entfernt.',
  codesCreated: 'Für das Konto von {person} wurden neue Wiederherstellungscodes erstellt.',
  button: 'In Paraph ansehen',
  after:
    'Haben Sie das erwartet, brauchen Sie nichts zu tun. Wenn nicht, machen Sie es rückgängig und lassen Sie das Passwort der Person ändern, von der die Änderung stammt.',
}
