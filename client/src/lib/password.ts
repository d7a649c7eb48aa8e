const criteria = [/.{8}/s, /[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]
const labels = ['Too Short', 'Very Weak', 'Weak', 'Fair', 'Good', 'Strong']

/** How many of the five criteria a password meets, with the word for it (spec 5). */
export function passwordStrength(password: string): { score: number; label: string } {
  const score = criteria.filter((criterion) => criterion.test(password)).length
  return { score, label: labels[score] ?? '' }
}
