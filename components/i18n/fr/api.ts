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
    notFound: 'Cet élément n’existe plus, ou vous n’y avez pas accès.',
    tooMany: 'Trop de requêtes en peu de temps. Patientez une minute, puis réessayez.',
    quotaExceeded: 'Le quota mensuel de votre organisation est épuisé.',
    emailNotConfirmed: 'Confirmez d’abord votre adresse avec le lien de l’e-mail que nous vous avons envoyé.',
    storageFull: 'Le stockage du service est plein. Rien n’a été modifié. Contactez votre administrateur.',
    internal:
      'Une erreur s’est produite de notre côté. Réessayez ; si elle persiste, contactez votre administrateur.',
  },
  password: {
    title: 'Saisissez à nouveau votre mot de passe',
    text: 'Cette modification concerne l’accès au compte. Nous le demandons au plus toutes les 15 minutes.',
    password: 'Mot de passe',
    submit: 'Continuer',
  },
  ended: {
    title: 'Votre session a expiré',
    text: 'Reconnectez-vous pour continuer où vous étiez. Votre saisie est conservée.',
    page: 'Page de connexion',
    stay: 'Rester sur cette page',
  },
}
