/** Die Zustimmung zum elektronischen Unterschreiben, auf Deutsch. */
export const de = {
  version: '2026-11-de',
  text: `Ich habe die mir gezeigten Dokumente gelesen und bin damit einverstanden, sie elektronisch zu unterschreiben. Meine elektronische Unterschrift soll mich ebenso binden wie meine handschriftliche. Sie ist eine elektronische Signatur nach der Verordnung (EU) Nr. 910/2014 (eIDAS) und nach dem ESIGN Act der Vereinigten Staaten, keine qualifizierte.
Umfang: Diese Zustimmung gilt für die hier gezeigten Dokumente und für die Nachrichten zu ihrer Unterzeichnung, für nichts anderes. Die Nachrichten und die fertigen Dokumente erhalte ich elektronisch.
Papier: Ich kann die Dokumente vom Absender auf Papier verlangen, vor oder nach dem Unterschreiben. Kostet eine Papierkopie etwas, nennt mir der Absender vorher den Preis.
Widerruf: Bis ich unterschreibe, kann ich diese Zustimmung kostenlos widerrufen, indem ich auf dieser Seite ablehne oder dem Absender schreibe. Dann unterschreibe ich nicht elektronisch, und der Absender entscheidet, ob ich auf Papier unterschreiben kann oder ob der Vorgang endet. Eine vorher geleistete Unterschrift bleibt gültig.
Was ich brauche: ein Gerät mit Internetverbindung und einem aktuellen Webbrowser (Chrome, Edge, Firefox oder Safari), eine E-Mail-Adresse und ein Programm, das PDF-Dateien öffnet. Ich kann die Dokumente auf diesem Gerät öffnen und sie speichern oder drucken.
Kontakt: Den Absender erreiche ich unter der E-Mail-Adresse, die bei diesem Text steht: für Fragen, für Papierkopien, für den Widerruf und um ihm eine neue E-Mail-Adresse von mir mitzuteilen.
Nachweis: Mein Name, meine E-Mail-Adresse, der Zeitpunkt, meine Netzwerkadresse und mein Browser sowie meine Angaben werden als Nachweis mit den Dokumenten aufgezeichnet. Die fertigen Dokumente dürfen mir und den anderen Beteiligten elektronisch übermittelt werden.`,
}
