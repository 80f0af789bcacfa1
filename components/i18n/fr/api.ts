import type { Messages } from '../messages.ts'

export const api: Messages['api'] = {
  errors: {
    unreachable: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
    fileTooLarge: 'Le fichier est trop volumineux.',
    unexpected: 'Le service a renvoyé une réponse inattendue. Réessayez dans un instant.',
    sessionEnded: 'Votre session a expiré. Reconnectez-vous.',
    factorRequired:
      'Votre organisation exige désormais un second facteur. Rechargez la page pour en configurer un.',
    passwordRequired: 'Rien n’a été modifié. Saisissez à nouveau votre mot de passe pour continuer.',
  },
  password: {
    title: 'Saisissez à nouveau votre mot de passe',
    text: 'Cette modification concerne l’accès au compte. Nous le demandons au plus toutes les 15 minutes.',
    password: 'Mot de passe',
    submit: 'Continuer',
  },
  ended: {
    title: 'Votre session a expiré',
    text: 'Reconnectez-vous pour continuer. Vous reviendrez sur cette page, mais les saisies non enregistrées seront perdues : copiez-les d’abord.',
    stay: 'Rester sur cette page',
  },
}
