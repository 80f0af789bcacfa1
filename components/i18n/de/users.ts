import type { Messages } from '../messages.ts'

export const users: Messages['users'] = {
  title: 'Benutzer',
  intro: 'Die Mitglieder Ihrer Organisation und ihre Rollen.',
  search: 'Namen und E-Mail-Adressen durchsuchen',
  noMatch: 'Kein Benutzer passt',
  noMatchText: 'Versuchen Sie es mit weniger Wörtern oder allen Rollen.',
  role: 'Rolle',
  allRoles: 'Alle Rollen',
  roleHints: {
    tenant_admin: 'Voller Zugriff, auch auf Benutzer, API-Schlüssel und Webhooks.',
    user: 'Dokumente, Vorgänge, Vorlagen und den Tresor.',
    viewer: 'Lesezugriff auf alle Dokumente und Vorgänge.',
  },
  columns: { role: 'Rolle', lastActive: 'Zuletzt aktiv' },
  you: 'Sie',
  secondFactor: 'Zweiter Faktor',
  invited: 'eingeladen',
  invitationExpired: 'Einladung abgelaufen',
  neverSignedIn: 'Noch nie angemeldet',
  lastLogin: 'Anmeldung: <time></time>',
  menu: {
    change: 'Name, E-Mail oder Rolle ändern',
    changeSelf: 'Name oder E-Mail ändern',
    inviteAgain: 'Erneut einladen',
    sendLink: 'Passwort-Link senden',
    resetFactors: 'Zweiten Faktor zurücksetzen',
  },
  invite: {
    title: 'Benutzer einladen',
    text: 'Die Person erhält per E-Mail einen Link, der sieben Tage gültig ist, und wählt ihr eigenes Passwort.',
    send: 'Einladung senden',
    sent: 'Einladung an {email} gesendet.',
    errors: {
      noName: 'Geben Sie einen Namen ein.',
      longName: 'Höchstens 120 Zeichen.',
      email: 'Das ist keine E-Mail-Adresse.',
    },
  },
  change: {
    title: '{name} ändern',
    ownRole: 'Sie können Ihre eigene Rolle nicht ändern. Bitten Sie einen anderen Administrator darum.',
    pendingEmail: '{email} ist noch nicht bestätigt.',
    emailHint: 'Eine neue Adresse muss über einen Link in einer E-Mail bestätigt werden.',
    confirmationSent: 'Wir senden einen Bestätigungslink an {email}.',
    done: '{name} wurde geändert.',
  },
  removal: {
    title: '{name} entfernen?',
    text: 'Die Person wird sofort abgemeldet und ihre API-Schlüssel funktionieren nicht mehr. Ihre Dokumente und ihr Name im Protokoll bleiben erhalten. Das lässt sich nicht rückgängig machen.',
    successor: 'E-Mails zu den Vorgängen dieser Person gehen an',
    successorHint:
      'Bei Ablehnung, Abschluss, Ablauf, unzustellbaren E-Mails und Dokumenten, die nicht unterschrieben werden können.',
    administrators: 'Die Administratoren',
    search: 'Benutzer suchen',
    keep: 'Behalten',
    done: '{name} wurde entfernt.',
  },
  reset: {
    title: 'Zweiten Faktor von {name} zurücksetzen?',
    text: 'Authenticator-App, Passkeys und Wiederherstellungscodes der Person funktionieren nicht mehr, und zur Anmeldung genügt ihr Passwort. Vergewissern Sie sich, dass die Bitte wirklich von ihr kommt. Sie erhält eine E-Mail.',
    confirm: 'Zurücksetzen',
    keep: 'Behalten',
    done: 'Der zweite Faktor von {name} wurde zurückgesetzt.',
  },
  link: {
    inviteTitle: '{name} erneut einladen?',
    inviteText:
      'Wir senden {email} einen neuen Link, der sieben Tage gültig ist. Der bisherige Link funktioniert nicht mehr.',
    passwordTitle: '{name} einen Passwort-Link senden?',
    passwordText:
      'Wir senden {email} einen Link, der eine Stunde gültig ist. Das aktuelle Passwort gilt, bis ein anderes gewählt wird.',
    confirm: 'E-Mail senden',
    cancel: 'Jetzt nicht',
    sent: 'E-Mail gesendet.',
  },
}
