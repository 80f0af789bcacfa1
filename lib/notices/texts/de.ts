import type { Texts } from './en.ts'
import { security } from './security/de.ts'

export const de: Texts = {
  dates: 'de',
  test: 'Dies ist ein Test und rechtlich nicht bindend.',
  testSubject: 'Test: {subject}',
  bareLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  personalLink:
    'Dieser Link ist persönlich. Bitte geben Sie ihn nicht weiter: Wer ihn hat, kann in Ihrem Namen handeln.',
  whySigner: 'Sie erhalten diese E-Mail von {tenant} über Paraph wegen „{process}“.',
  whyMember: 'Sie erhalten diese E-Mail, weil Sie ein Konto bei {tenant} auf Paraph haben.',
  whySubstitute:
    'Sie erhalten diese E-Mail, weil {sender} „{process}“ gesendet hat und nicht mehr bei {tenant} ist oder keinen Zugriff mehr darauf hat.',
  whySignUp:
    'Sie erhalten diese E-Mail, weil diese Adresse bei der Registrierung auf Paraph angegeben wurde.',
  fromSender: '{sender} von {tenant} über Paraph',
  labelled: '{label}:',
  messageFrom: 'Nachricht von {sender}',
  serverResponse: 'Antwort des Mailservers',
  reasonGiven: 'Grund',
  document: 'Dokument',
  documents: 'Dokumente',
  openUntil: 'Zu unterschreiben bis',
  signedBy: 'Unterschrieben von',
  missing: 'Noch nicht unterschrieben von',

  askedToSign: {
    subject: 'Bitte unterschreiben: {process}',
    heading: '{sender} bittet um Ihre Unterschrift',
    body: '{sender} von {tenant} hat Ihnen „{process}“ gesendet und bittet um Ihre Unterschrift. Sie können es im Browser lesen und unterschreiben, ohne Konto.',
    button: 'Lesen und unterschreiben',
  },
  askedToApprove: {
    subject: 'Bitte genehmigen: {process}',
    heading: '{sender} bittet um Ihre Genehmigung',
    body: '{sender} von {tenant} hat Ihnen „{process}“ gesendet und bittet um Ihre Genehmigung. Sie können es im Browser lesen und genehmigen, ohne Konto.',
    button: 'Lesen und genehmigen',
  },
  askedToRead: {
    subject: 'Zum Lesen: {process}',
    heading: '{sender} hat ein Dokument mit Ihnen geteilt',
    body: '{sender} von {tenant} hat Ihnen „{process}“ zum Lesen gesendet. Sie müssen nichts unterschreiben und kein Konto anlegen.',
    button: 'Lesen',
  },
  remindedToSign: {
    subject: 'Erinnerung: bitte {process} unterschreiben',
    heading: 'Ihre Unterschrift fehlt noch',
    body: '{sender} von {tenant} wartet auf Ihre Unterschrift unter „{process}“.',
    button: 'Lesen und unterschreiben',
  },
  remindedToApprove: {
    subject: 'Erinnerung: bitte {process} genehmigen',
    heading: 'Ihre Genehmigung fehlt noch',
    body: '{sender} von {tenant} wartet auf Ihre Genehmigung von „{process}“.',
    button: 'Lesen und genehmigen',
  },
  code: {
    subject: 'Ihr Code für {process}',
    heading: 'Ihr Code',
    body: 'Geben Sie diesen Code auf der Unterschriftsseite ein, um „{process}“ zu öffnen.',
    after:
      'Der Code gilt {minutes} Minuten und nur einmal. {tenant} und Paraph werden Sie nie danach fragen. Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
  completed: {
    subject: 'Abgeschlossen: {process}',
    heading: 'Alle haben unterschrieben',
    body: '„{process}“ ist abgeschlossen. Ihr unterschriebenes Exemplar liegt bereit.',
    button: 'Dokument herunterladen',
  },
  copy: {
    subject: 'Ihre Kopie: {process}',
    heading: 'Eine Kopie für Sie',
    body: '{sender} von {tenant} hat Ihnen eine Kopie von „{process}“ gesendet, das alle unterschrieben haben.',
    button: 'Dokument herunterladen',
  },
  completedSender: {
    subject: 'Abgeschlossen: {process}',
    heading: 'Alle haben unterschrieben',
    body: '„{process}“ ist abgeschlossen. Das unterschriebene Dokument, das Zertifikat und das Protokoll liegen in Ihrem Tresor.',
    button: 'Vorgang öffnen',
  },
  refusedSender: {
    subject: 'Abgelehnt: {process}',
    heading: '{signer} hat abgelehnt',
    body: '{signer} ({email}) hat es abgelehnt, „{process}“ zu unterschreiben. Der Vorgang ist für alle beendet; Sie können seine Dokumente erneut senden.',
    button: 'Vorgang öffnen',
  },
  refusedOthers: {
    subject: 'Beendet: {process}',
    heading: 'Sie brauchen nichts mehr zu tun',
    body: '„{process}“ ist beendet, weil jemand die Unterschrift abgelehnt hat. Es kann nicht mehr unterschrieben werden.',
  },
  cancelled: {
    subject: 'Zurückgezogen: {process}',
    heading: 'Sie brauchen nichts mehr zu tun',
    body: '{tenant} hat „{process}“ zurückgezogen, das Ihnen {sender} gesendet hatte. Es kann nicht mehr unterschrieben werden.',
  },
  cancelledUnsealable: {
    subject: 'Zurückgezogen: {process}',
    heading: 'Das Dokument konnte nicht unterschrieben werden',
    body: '{tenant} hat „{process}“ zurückgezogen, das Ihnen {sender} gesendet hatte: Die Datei lässt sich aus technischen Gründen nicht unterschreiben. Falls Sie schon unterschrieben haben, ist diese Unterschrift wirkungslos. {sender} kann Ihnen eine andere Datei senden.',
  },
  voided: {
    subject: 'Ungültig: {process}',
    heading: 'Dieses Dokument ist ungültig',
    body: '{sender} von {tenant} hat „{process}“ für ungültig erklärt. Die unterschriebene Datei und ihre Nachweise bleiben verfügbar, doch niemand soll sich mehr darauf berufen.',
  },
  removed: {
    subject: 'Nicht mehr nötig: {process}',
    heading: 'Sie brauchen nichts mehr zu tun',
    body: '{sender} von {tenant} hat geändert, wer „{process}“ unterschreibt. Ihre Unterschrift wird nicht mehr benötigt, und Ihr Link ist nicht mehr gültig.',
  },
  sealBlocked: {
    subject: 'Bitte handeln: {process} lässt sich nicht unterschreiben',
    heading: 'Ein Dokument lässt sich nicht unterschreiben',
    body: 'Die Unterschriften von „{process}“ lassen sich nicht in die Dokumente einfügen, und weitere Versuche helfen nicht. Brechen Sie den Vorgang ab: Alle Beteiligten erfahren den Grund. Senden Sie dann einen Ersatz, etwa dasselbe Dokument als neu gedrucktes PDF.',
    button: 'Vorgang öffnen',
  },
  deliveryFailed: {
    subject: 'Nicht zugestellt: {process}',
    heading: 'Eine E-Mail an {signer} konnte nicht zugestellt werden',
    body: 'Der Mailserver hat eine E-Mail an {signer} ({email}) zu „{process}“ abgelehnt. Prüfen Sie die Adresse; Sie können sie im Vorgang berichtigen, dann wird die E-Mail erneut gesendet.',
    button: 'Vorgang öffnen',
  },
  expired: {
    subject: 'Abgelaufen: {process}',
    heading: 'Die Zeit zum Unterschreiben ist vorbei',
    body: '„{process}“ war bis {until} offen, und nicht alle haben unterschrieben. Wird es noch gebraucht, bitten Sie {sender} von {tenant}, es erneut zu senden.',
  },
  expiredSender: {
    subject: 'Abgelaufen: {process}',
    heading: 'Die Zeit zum Unterschreiben ist vorbei',
    body: '„{process}“ war bis {until} offen, und nicht alle haben unterschrieben. Sie können seine Dokumente erneut senden.',
    button: 'Vorgang öffnen',
  },
  userInvited: {
    subject: 'Ihr Zugang zu {tenant} bei Paraph',
    heading: 'Willkommen, {name}',
    body: '{inviter} lädt Sie ein, bei {tenant} mit Paraph zu arbeiten, wo Dokumente unterschrieben werden. Wählen Sie ein Passwort, und Sie sind dabei.',
    bodyUnnamed:
      'Sie sind eingeladen, bei {tenant} mit Paraph zu arbeiten, wo Dokumente unterschrieben werden. Wählen Sie ein Passwort, und Sie sind dabei.',
    button: 'Passwort wählen',
    elsewhere:
      'Sie haben mit dieser Adresse bereits ein Konto. Das neue besteht daneben, mit einem eigenen Passwort: Das Passwort entscheidet, wo Sie sich anmelden.',
    after: 'Der Link gilt bis {until} und nur einmal.',
  },
  passwordReset: {
    subject: 'Ein neues Passwort für Paraph',
    heading: 'Wählen Sie ein neues Passwort',
    body: 'Für {email} wurde ein neues Passwort angefordert.',
    button: 'Neues Passwort wählen',
    after:
      'Der Link gilt bis {until} und nur einmal. Haben Sie ihn nicht angefordert, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort für Paraph wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    body: 'Das Passwort von {email} wurde geändert.',
    at: 'Wann',
    from: 'Von der Adresse',
    button: 'Anderes Passwort wählen',
    after:
      'Waren Sie es selbst, brauchen Sie nichts zu tun. Wenn nicht, wählen Sie sofort ein anderes Passwort und sagen Sie einer Administratorin oder einem Administrator von {tenant} Bescheid: Alle anderen Sitzungen wurden beendet.',
  },
  factors: {
    subject: 'Ihr zweiter Faktor bei {tenant}',
    heading: 'Ihr zweiter Faktor',
    totpAdded: 'Ihrem Konto bei {tenant} wurde eine Authentifizierungs-App hinzugefügt.',
    totpRemoved: 'Die Authentifizierungs-App wurde aus Ihrem Konto bei {tenant} entfernt.',
    passkeyAdded: 'Ihrem Konto bei {tenant} wurde der Passkey „{name}“ hinzugefügt.',
    passkeyRemoved: 'Der Passkey „{name}“ wurde aus Ihrem Konto bei {tenant} entfernt.',
    reset:
      'Ein Administrator hat alle zweiten Faktoren aus Ihrem Konto bei {tenant} entfernt. Zur Anmeldung genügt jetzt Ihr Passwort.',
    codesCreated:
      'Für Ihr Konto bei {tenant} wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.',
    codeUsed:
      'Bei {tenant} wurde anstelle Ihres zweiten Faktors ein Wiederherstellungscode verwendet. Verbleibende Codes: {remaining}.',
    button: 'Einstellungen öffnen',
    after:
      'Waren Sie es selbst oder wussten Sie davon, brauchen Sie nichts zu tun. Wenn nicht, ändern Sie sofort Ihr Passwort und sagen Sie einer Administratorin oder einem Administrator von {tenant} Bescheid.',
  },
  security,
  circumstances: { by: 'Von', key: 'dem API-Schlüssel {name}', at: 'Wann', from: 'Von der Adresse' },
  roles: { tenant_admin: 'Administrator', user: 'Benutzer', viewer: 'Leser' },
  signUpConfirm: {
    subject: 'Bestätigen Sie Ihre Adresse für Paraph',
    heading: 'Bestätigen Sie Ihre Adresse',
    body: 'Bei Paraph wurde ein Konto mit dieser Adresse angelegt. Bestätigen Sie, dass es Ihre ist: Vorher kann das Konto nichts an andere senden.',
    button: 'Adresse bestätigen',
    after:
      'Der Link gilt bis {until} und nur einmal. Haben Sie sich nicht angemeldet, brauchen Sie nichts zu tun.',
  },
  addressConfirm: {
    subject: 'Bestätigen Sie Ihre Adresse für {tenant} bei Paraph',
    heading: 'Bestätigen Sie Ihre Adresse',
    body: '{to} soll anstelle von {from} die Adresse werden, mit der Sie sich bei {tenant} anmelden.',
    button: 'Adresse bestätigen',
    after:
      'Der Link gilt bis {until} und nur einmal. Erwarten Sie ihn nicht, brauchen Sie nichts zu tun: Es ändert sich nichts.',
  },
  addressChange: {
    subject: 'Ihre Adresse für {tenant} soll geändert werden',
    heading: 'Ihre Adresse soll ersetzt werden',
    body: 'Die Adresse Ihres Kontos, {from}, soll durch {to} ersetzt werden. Sie gilt, bis die neue aus ihrem Postfach bestätigt ist.',
    after:
      'Wissen Sie davon, brauchen Sie nichts zu tun. Wenn nicht, sagen Sie sofort einer Administratorin oder einem Administrator von {tenant} Bescheid und wählen Sie ein anderes Passwort.',
  },
  newAdmin: {
    subject: 'Neue Administratorrechte bei {tenant}',
    heading: 'Jemand hat neue Administratorrechte',
    body: '{person} hat jetzt Administratorrechte bei {tenant} und darf dort alles.',
    button: 'Benutzer ansehen',
    after:
      'Soll das nicht sein, entfernen Sie das Konto und widerrufen Sie API-Schlüssel, die Sie nicht kennen.',
  },
  roleChanged: {
    subject: 'Eine Rolle bei {tenant} wurde geändert',
    heading: 'Eine Rolle wurde geändert',
    body: 'Die Rolle von {person} wurde von {from} zu {to} geändert.',
    button: 'Benutzer ansehen',
    after:
      'Soll das nicht sein, ändern Sie sie zurück und widerrufen Sie API-Schlüssel, die Sie nicht kennen.',
  },
  newKey: {
    subject: 'Ein neuer API-Schlüssel von {tenant}',
    heading: 'Ein API-Schlüssel wurde erstellt',
    body: 'Mit dem API-Schlüssel „{name}“ kann ein Programm für {tenant} handeln.',
    scopes: 'Er darf',
    button: 'API-Schlüssel ansehen',
    after: 'Wissen Sie nichts davon, widerrufen Sie ihn.',
  },
  webhookDisabled: {
    subject: 'Ein Webhook von {tenant} wurde abgeschaltet',
    heading: 'Ein Webhook wurde abgeschaltet',
    body: 'Zustellungen an {url} sind gescheitert; es wird nichts mehr dorthin gesendet.',
    after:
      'Beheben Sie den Fehler beim Empfänger und schalten Sie den Webhook wieder ein. Ereignisse in der Zwischenzeit werden nicht zugestellt; frühere Zustellungen können Sie aus dem Protokoll wiederholen.',
    gone: 'Er antwortete mit 410 Gone.',
    failing: 'Er ist fünf Tage lang gescheitert.',
    button: 'Webhooks öffnen',
  },
  quotaNear: {
    subject: '{percent} % der {quota} dieses Monats sind verbraucht',
    heading: '{quota}: {used} von {limit}',
    body: '{tenant} hat {percent} % der {quota} dieses Monats verbraucht. Am {resets} beginnt es von vorn.',
    button: 'Verbrauch ansehen',
  },
  quotaFull: {
    subject: 'Die {quota} dieses Monats sind verbraucht',
    heading: '{quota}: {used} von {limit}',
    documents:
      '{tenant} hat alle {quota} dieses Monats verbraucht: Vor dem {resets} kann keines mehr hochgeladen werden.',
    signatures:
      '{tenant} hat alle {quota} dieses Monats verbraucht: Vor dem {resets} kann kein Vorgang mehr gesendet werden.',
    button: 'Verbrauch ansehen',
  },
  quotas: { documents: 'Dokumente', signatures: 'Unterschriften' },
}
