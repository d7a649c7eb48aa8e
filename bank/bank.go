// Package bank reads account statements: ISO 20022 camt.053 (statement) and camt.054 (notification), in the dialects of
// different banks.
package bank

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"orrery/shop"
)

// Limits of a file. They bound memory and time, whatever the file contains.
const (
	maxDepth   = 40
	maxEntries = 20_000  // each transfer of a batch is one
	maxNodes   = 400_000 // of one entry, which may be a batch
	maxText    = 2_000   // bytes of one text
)

// namespace matches the namespace of the messages that Read understands.
var namespace = regexp.MustCompile(`^urn:iso:std:iso:20022:tech:xsd:(camt\.05[34])\.001\.(0[2-9]|1[0-3])$`)

// Read reads a file. The error is a shop.Error for the field `file`, with the line, if the file as a whole can't be
// read; nothing of it should be used then. A single entry that can't be read is a fault of the result.
func Read(r io.Reader) (shop.BankFile, error) {
	d := reader{xml: xml.NewDecoder(r)}
	d.xml.CharsetReader = charset
	file, err := d.file()
	var refusal *shop.Error
	var syntax *xml.SyntaxError
	switch {
	case err == nil || errors.As(err, &refusal):
	case errors.Is(err, io.EOF) || errors.As(err, &syntax) && strings.Contains(syntax.Msg, "unexpected EOF"):
		err = d.refuse("The file ends early. Download it again.")
	case errors.As(err, &syntax):
		err = d.refuse("This is not valid XML")
	case strings.HasPrefix(err.Error(), "xml: "): // what package xml doesn't support
		err = d.refuse("The file must be XML 1.0")
	}
	if err != nil {
		return shop.BankFile{}, err
	}
	return file, nil
}

// reader reads the tokens of a file.
type reader struct {
	xml     *xml.Decoder
	entries int
}

// node is an element, without namespaces.
type node struct {
	name     string
	currency string // the attribute Ccy
	text     string
	line     int
	children []*node
}

func (d *reader) line() int {
	line, _ := d.xml.InputPos()
	return line
}

func (d *reader) refuse(message string) error {
	return &shop.Error{Code: shop.Invalid, Field: "file", Message: fmt.Sprintf("%s (line %d)", message, d.line())}
}

// token returns the next token, except comments and processing instructions.
func (d *reader) token() (xml.Token, error) {
	for {
		token, err := d.xml.Token()
		if err != nil {
			return nil, err
		}
		switch token.(type) {
		case xml.Comment, xml.ProcInst:
		case xml.Directive:
			return nil, d.refuse("The file must not have a document type")
		default:
			return token, nil
		}
	}
}

// file reads the whole file.
func (d *reader) file() (file shop.BankFile, err error) {
	root, err := d.start()
	if err != nil {
		return file, err
	}
	match := namespace.FindStringSubmatch(root.Name.Space)
	if root.Name.Local != "Document" || match == nil {
		return file, d.refuse(notAStatement(root.Name))
	}
	file.Format = match[1] + ".001." + match[2]
	for {
		start, err := d.child()
		if err != nil || start == nil { // the end of Document
			if err == nil {
				err = d.end()
			}
			return file, err
		}
		if err := d.message(&file); err != nil {
			return file, err
		}
	}
}

func notAStatement(root xml.Name) string {
	if message, ok := strings.CutPrefix(root.Space, "urn:iso:std:iso:20022:tech:xsd:"); ok && message != "" {
		return "This is a message " + shop.Shortened(message, 40) + ", not an account statement camt.053 or camt.054"
	}
	return "This is not an account statement in the format camt.053 or camt.054"
}

// message reads the message of a document: a header, then statements or notifications.
func (d *reader) message(file *shop.BankFile) error {
	for {
		start, err := d.child()
		if err != nil || start == nil {
			return err
		}
		switch start.Name.Local {
		case "Stmt", "Ntfctn":
			err = d.statement(file)
		default:
			_, err = d.tree(start)
		}
		if err != nil {
			return err
		}
	}
}

// statement reads one statement or notification.
func (d *reader) statement(file *shop.BankFile) error {
	var account string
	stated, read := "", 0
	for {
		start, err := d.child()
		if err != nil {
			return err
		}
		if start == nil {
			break
		}
		n, err := d.tree(start)
		if err != nil {
			return err
		}
		switch n.name {
		case "Acct":
			account = shop.PlainAccount(n.textAt("Id/IBAN", "Id/Othr/Id", "Id/PrtryAcct/Id"))
			if account != "" {
				file.Accounts = append(file.Accounts, account)
			}
		case "TxsSummry":
			stated = n.textAt("TtlNtries/NbOfNtries")
		case "Ntry":
			if account == "" {
				return d.refuse("The statement names no account")
			}
			read++
			transfers, fault := entries(n, account)
			if d.entries += max(1, len(transfers)); d.entries > maxEntries {
				return d.refuse(fmt.Sprintf("The file has more than %d entries. Split it.", maxEntries))
			}
			file.Add(transfers, fault)
		}
	}
	if stated != "" && strings.TrimLeft(stated, "0") != strings.TrimLeft(fmt.Sprint(read), "0") {
		return d.refuse(fmt.Sprintf("The statement should have %s entries, but has %d. Download it again.",
			shop.Shortened(stated, 15), read))
	}
	return nil
}

// start returns the start of the root.
func (d *reader) start() (xml.StartElement, error) {
	for {
		token, err := d.token()
		if err != nil {
			return xml.StartElement{}, err
		}
		if start, ok := token.(xml.StartElement); ok {
			return start, nil
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			return xml.StartElement{}, d.refuse("This is not an XML file")
		}
	}
}

// child returns the start of the next element of the current one, nil at its end.
func (d *reader) child() (*xml.StartElement, error) {
	for {
		token, err := d.token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			return &token, nil
		case xml.EndElement:
			return nil, nil
		}
	}
}

// end checks that nothing but white space follows the document.
func (d *reader) end() error {
	token, err := d.token()
	for ; err == nil; token, err = d.token() {
		if text, ok := token.(xml.CharData); !ok || strings.TrimSpace(string(text)) != "" {
			return d.refuse("The file goes on after the end of the document")
		}
	}
	if err != io.EOF {
		return err
	}
	return nil
}

// tree reads the element that has started.
func (d *reader) tree(start *xml.StartElement) (*node, error) {
	root := d.node(start)
	path := []*node{root}
	nodes := 1
	for len(path) > 0 {
		last := path[len(path)-1]
		token, err := d.token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if nodes++; nodes > maxNodes || len(path) >= maxDepth {
				return nil, d.refuse("The file is nested too deeply, or an entry is too large")
			}
			child := d.node(&token)
			last.children = append(last.children, child)
			path = append(path, child)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if len(last.text)+len(token) <= maxText {
				last.text += string(token)
			}
		}
	}
	return root, nil
}

func (d *reader) node(start *xml.StartElement) *node {
	n := &node{name: start.Name.Local, line: d.line()}
	for _, attribute := range start.Attr {
		if attribute.Name.Local == "Ccy" {
			n.currency = attribute.Value
		}
	}
	return n
}

// charset decodes the encodings that banks use beside UTF-8.
func charset(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii":
		return input, nil
	case "iso-8859-1", "latin1", "iso-8859-15", "windows-1252":
		return &latin1{input: input}, nil
	}
	return nil, &shop.Error{Code: shop.Invalid, Field: "file", Message: "The file must be encoded in UTF-8"}
}

// latin1 decodes ISO 8859-1. The few characters in which its relatives differ don't occur in names of SEPA transfers.
type latin1 struct {
	input   io.Reader
	pending []byte
}

func (l *latin1) Read(p []byte) (int, error) {
	for len(l.pending) == 0 {
		raw := make([]byte, 4096)
		n, err := l.input.Read(raw)
		for _, b := range raw[:n] {
			l.pending = append(l.pending, string(rune(b))...)
		}
		if n == 0 && err != nil {
			return 0, err
		}
	}
	n := copy(p, l.pending)
	l.pending = l.pending[n:]
	return n, nil
}
