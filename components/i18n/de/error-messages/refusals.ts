import type { refusalMessages as english } from '#lib/core/error-messages/refusals'

export const refusalMessages: Record<(typeof english)[number], string> = {
  'You are not allowed to do this.': 'Sie sind dazu nicht berechtigt.',
  'The bulk send has ended.': 'Der Versand an die Liste ist beendet.',
  'The document belongs to a signature process.': 'Das Dokument gehört zu einem Vorgang.',
  'The document belongs to a signature process, whose signers know it by its name.':
    'Das Dokument gehört zu einem Vorgang, dessen Unterzeichner es unter seinem Namen kennen.',
  'The document belongs to a signature process already.': 'Das Dokument gehört schon zu einem Vorgang.',
  'The template “{name}” uses this document.': 'Die Vorlage „{name}“ verwendet dieses Dokument.',
  'Folder limit reached: {limit}. Delete one first.': 'Höchstens {limit} Ordner. Löschen Sie zuerst einen.',
  'The folder is not empty ({counts}). Move its records first.':
    'Der Ordner ist nicht leer. Verschieben Sie zuerst seinen Inhalt.',
  'A user can have {limit} passkeys. Remove one first.':
    'Höchstens {limit} Passkeys. Entfernen Sie zuerst einen.',
  'The authenticator app is confirmed already.': 'Die Authenticator-App ist schon bestätigt.',
  'An authenticator app is set up already. Remove it first.':
    'Eine Authenticator-App ist schon eingerichtet. Entfernen Sie sie zuerst.',
  'Recovery codes replace a second factor. Set one up first.':
    'Wiederherstellungscodes ersetzen einen zweiten Faktor. Richten Sie zuerst einen ein.',
  'Your address is already confirmed.': 'Ihre Adresse ist schon bestätigt.',
  'The last administrator cannot be removed or demoted.':
    'Der letzte Administrator kann weder entfernt werden noch eine andere Rolle bekommen.',
  'You cannot change your own role.': 'Sie können Ihre eigene Rolle nicht ändern.',
  'Only a draft can be changed.': 'Nur ein Entwurf kann geändert werden.',
  'Only a draft can be deleted; cancel it instead.':
    'Nur ein Entwurf kann gelöscht werden; brechen Sie den Vorgang stattdessen ab.',
  'The process has already been sent.': 'Der Vorgang ist schon gesendet.',
  'The process has ended and cannot be cancelled.':
    'Der Vorgang ist beendet und kann nicht mehr abgebrochen werden.',
  'The process has ended and cannot be changed.':
    'Der Vorgang ist beendet und kann nicht mehr geändert werden.',
  'No signer is waiting to sign.': 'Es wird auf keinen Unterzeichner gewartet.',
  'The process is not open for signing.': 'Der Vorgang ist nicht zum Unterschreiben offen.',
  'The process has no signatures yet.': 'Der Vorgang hat noch keine Unterschriften.',
  'The signed document is available once everyone has signed.':
    'Das unterschriebene Dokument gibt es, sobald alle unterschrieben haben.',
  'Only a completed process can be voided; cancel it instead.':
    'Nur ein abgeschlossener Vorgang kann für nichtig erklärt werden; brechen Sie ihn stattdessen ab.',
  'The signer has opened the documents or is not invited yet.':
    'Der Unterzeichner hat die Dokumente geöffnet oder ist noch nicht eingeladen.',
  'It is not this signer’s turn.': 'Dieser Unterzeichner ist nicht an der Reihe.',
  'A signer who has signed or refused cannot be changed.':
    'Ein Unterzeichner, der unterschrieben oder abgelehnt hat, kann nicht mehr geändert werden.',
  'The draft was changed while it was being sent. Send it again.':
    'Der Entwurf wurde während des Sendens geändert. Senden Sie ihn noch einmal.',
  'A signer can only be added before the first signature. Add a viewer or a copy, or cancel and send again.':
    'Ein Unterzeichner kann nur vor der ersten Unterschrift hinzukommen. Fügen Sie jemanden hinzu, der liest oder eine Kopie erhält, oder brechen Sie ab und senden Sie neu.',
  'The last signer cannot be removed. Cancel the process instead.':
    'Der letzte Unterzeichner kann nicht entfernt werden. Brechen Sie den Vorgang stattdessen ab.',
  'The signature page of the document shows the name {name} and is already signed by others. Cancel the process and send it again.':
    'Die Unterschriftenseite des Dokuments zeigt den Namen {name} und ist schon von anderen unterschrieben. Brechen Sie den Vorgang ab und senden Sie ihn neu.',
  'Email notifications are disabled for this process.': 'Für diesen Vorgang sind E-Mails ausgeschaltet.',
  'The document is under legal hold. Release it first.':
    'Das Dokument hat eine Löschsperre. Heben Sie sie zuerst auf.',
  'The retention of the document ends on {day}. It can be deleted then.':
    'Die Aufbewahrung des Dokuments endet am {day}. Dann kann es gelöscht werden.',
  'The signed files were deleted after their retention.':
    'Die unterschriebenen Dateien wurden nach ihrer Aufbewahrung gelöscht.',
  'Webhook limit reached: {limit}, test mode included. Delete one first.':
    'Höchstens {limit} Webhooks, einschließlich Testmodus. Löschen Sie zuerst einen.',
  'Incorrect code.': 'Falscher Code.',
  'Incorrect code. Check that the clock of the device is right.':
    'Falscher Code. Prüfen Sie, ob die Uhr des Geräts richtig geht.',
  'Sign-up is closed on this installation.': 'Die Registrierung ist auf dieser Installation geschlossen.',
  'The clock of a server is wrong: nothing is sealed before the operator has set it.':
    'Die Uhr eines Servers geht falsch: Nichts wird gesiegelt, bevor der Betreiber sie gestellt hat.',
  'Too many documents are being processed. Try again shortly.':
    'Es werden zu viele Dokumente verarbeitet. Versuchen Sie es gleich noch einmal.',
  'Sign-up is closed: without a mail server (SMTP_URL) it works on this machine only.':
    'Die Registrierung ist geschlossen: Ohne Mailserver (SMTP_URL) geht sie nur auf dem Rechner des Dienstes.',
  'The request has no data to download.': 'Die Anfrage hat keine Daten zum Herunterladen.',
  'An earlier request for this address has just ended. Send it again.':
    'Eine frühere Anfrage für diese Adresse ist gerade abgeschlossen. Senden Sie sie noch einmal.',
  'After sending, only options.message, options.expires_in_days and options.reminder_days can be changed; signers at /signers.':
    'Nach dem Senden können nur noch Nachricht, Ablauf und Erinnerungen geändert werden.',
  'This process does not use one-time codes.': 'Dieser Vorgang verwendet keine Einmalcodes.',
  'The mail server refuses emails to {email}. Ask the sender to correct the address.':
    'Der Mailserver nimmt E-Mails an {email} nicht an. Bitten Sie den Absender, die Adresse zu berichtigen.',
  'You received this to read only; there is nothing to sign.':
    'Sie haben dies nur zum Lesen erhalten; es gibt nichts zu unterschreiben.',
  'You have already signed.': 'Sie haben schon unterschrieben.',
  'The time to sign has expired.': 'Die Frist zum Unterschreiben ist abgelaufen.',
  'The documents have not been shown yet. POST to `open` once they are, then sign.':
    'Die Dokumente wurden noch nicht angezeigt. Öffnen Sie sie, und unterschreiben Sie dann.',
  'The documents are no longer available here.': 'Die Dokumente sind hier nicht mehr verfügbar.',
  'It is not your turn yet.': 'Sie sind noch nicht an der Reihe.',
  'The document {id} belongs to a process or template in another folder. Move that one, or upload the file again.':
    'Dieses Dokument gehört zu einem Vorgang oder einer Vorlage in einem anderen Ordner. Verschieben Sie diese, oder laden Sie die Datei noch einmal hoch.',
}
