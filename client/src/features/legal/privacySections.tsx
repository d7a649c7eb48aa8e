import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Company, Mail } from './Company'
import { KeptList } from './KeptList'
import { inBrowser, onServer } from './keptData'
import type { LegalSection } from './LegalText'

export const privacySections: LegalSection[] = [
  {
    id: 'controller',
    title: 'Who is responsible',
    content: (
      <>
        <p>The controller of what is described here, in the sense of the GDPR (AVG), is:</p>
        <Company />
        <p>
          Questions about privacy go to the same address. We have no obligation to appoint a data protection
          officer.
        </p>
      </>
    ),
  },
  {
    id: 'kept',
    title: 'What we keep, why, and for how long',
    content: (
      <>
        <p>
          Only what you type into a form, and what follows from it. Without the required fields of a form we
          can't do what it is for; everything else is optional and marked so.
        </p>
        <KeptList rows={onServer} />
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    content: (
      <>
        <p>
          This site sets <strong>no cookies</strong> but one: while you sign in with Google or GitHub, for ten
          minutes at most, so that nobody else can end what you have begun. It keeps the following in the
          storage of your browser, because the function that you use needs it (Art. 11.7a of the Dutch
          Telecommunications Act asks for no consent then). You can delete all of it in your browser's
          settings.
        </p>
        <KeptList rows={inBrowser} />
      </>
    ),
  },
  {
    id: 'not-done',
    title: 'What we do not do',
    content: (
      <ul>
        <li>No tracking, no analytics, no advertising, no social network buttons that report a visit.</li>
        <li>
          No scripts, fonts or pictures from other servers: everything comes from ours, and a content policy
          makes the browser refuse anything else.
        </li>
        <li>No profiling and no automated decisions about people.</li>
        <li>
          The <Link to={paths.chat}>chat</Link> is a search. Questions are answered and not stored, and they
          go to no AI service.
        </li>
        <li>No sale or rental of data, to nobody.</li>
      </ul>
    ),
  },
  {
    id: 'letters',
    title: 'Letters we send',
    content: (
      <>
        <p>
          By email, and only these: confirmation and progress of an order; confirmation of a pre-order; a link
          to verify an address or set a password; a notice when a password or an address changes, which can
          undo a change of address for seven days; our answer to your message; that a product is back in
          stock, if you have asked and confirmed; and the newsletter, if you have confirmed it. None of them
          contains a tracking picture.
        </p>
      </>
    ),
  },
  {
    id: 'recipients',
    title: 'Who else receives data',
    content: (
      <>
        <p>Besides the people here who do the work, and only what each needs:</p>
        <ul>
          <li>the providers of our servers and our mail, as processors under contract (Art. 28 GDPR);</li>
          <li>the carrier: name and shipping address;</li>
          <li>our bank: what you write on a transfer;</li>
          <li>authorities, where a law obliges us.</li>
        </ul>
        <p>
          The data is processed in the European Economic Area. Should a processor work elsewhere, we agree the
          standard contractual clauses of the European Commission first.
        </p>
        <p>
          Links to social networks are plain links: nothing is sent before you follow one, and then their own
          terms apply.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    content: (
      <ul>
        <li>Connections to the published shop are encrypted (TLS).</li>
        <li>Passwords and mailed links are kept as hashes only; nobody here can read them.</li>
        <li>
          Every request is checked for whether its sender may see what it asks for; only administrators see
          messages and pre-orders.
        </li>
        <li>Attempts to guess passwords are slowed down, and a new password ends every other session.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>
          You may see what we keep about you, have it corrected, deleted, restricted, or handed to you in a
          common format. You may object to what rests on a legitimate interest, and withdraw a consent at any
          time; what was done before stays lawful.
        </p>
        <p>
          Name and email address are changed under <Link to={paths.updateProfile}>Update Profile</Link>. Your{' '}
          <Link to={paths.profile}>profile</Link> also gives you everything we keep about you as a file, and
          deletes your account. For everything else write to <Mail />. We answer within a month, free of
          charge, and may ask you to write from the address that the data belongs to.
        </p>
        <p>
          If you are not content, you may complain to the Dutch authority, the{' '}
          <a href="https://autoriteitpersoonsgegevens.nl">Autoriteit Persoonsgegevens</a>, or to that of your
          own country.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'How deletion works',
    content: (
      <p>
        The software itself deletes everything at the ends named above, and an account when its owner does.
        What the tax law obliges us to keep of an order is then its lines and amounts, the name and the
        shipping address, and nothing leads from it to an account. An account can't be deleted while one of
        its orders is under way. Backups forget what was deleted when they are replaced.
      </p>
    ),
  },
  {
    id: 'minors',
    title: 'Minors',
    content: (
      <p>
        The shop is for businesses and adults. Who is younger than 16 needs a parent's consent for an account
        or the newsletter.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this text',
    content: (
      <p>
        When the shop begins to keep something else, this text changes with it and shows the new date. What
        matters to account holders is announced by email beforehand.
      </p>
    ),
  },
]
