package load

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strconv"
	"time"
)

// conn is a persistent HTTP/1.1 connection. It supports the two encodings that Go's server writes: Content-Length and
// chunked.
type conn struct {
	address string
	net     net.Conn
	reader  *bufio.Reader
	body    []byte
}

func dial(address string) (*conn, error) {
	c := &conn{address: address}
	return c, c.reconnect()
}

// reconnect replaces the connection. After an error the old one may still deliver the rest of a response.
func (c *conn) reconnect() (err error) {
	c.close()
	if c.net, err = net.DialTimeout("tcp", c.address, timeout); err != nil {
		return err
	}
	c.reader = bufio.NewReaderSize(c.net, 16<<10)
	return nil
}

func (c *conn) close() {
	if c.net != nil {
		_ = c.net.Close()
	}
}

func (c *conn) roundTrip(request []byte) (status int, body []byte, err error) {
	if err := c.net.SetDeadline(time.Now().Add(timeout)); err != nil {
		return 0, nil, err
	}
	if _, err := c.net.Write(request); err != nil {
		return 0, nil, err
	}
	line, err := c.line()
	if err != nil {
		return 0, nil, err
	}
	if len(line) < 12 {
		return 0, nil, errMalformed
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, nil, errMalformed
	}
	length, chunked := 0, false
	for {
		if line, err = c.line(); err != nil {
			return 0, nil, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, nil, errMalformed
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
	}
	c.body = c.body[:0]
	if !chunked {
		err := c.read(length)
		return status, c.body, err
	}
	for {
		if line, err = c.line(); err != nil {
			return 0, nil, err
		}
		size, err := strconv.ParseUint(string(line), 16, 31)
		if err != nil {
			return 0, nil, errMalformed
		}
		if err := c.read(int(size)); err != nil {
			return 0, nil, err
		}
		if line, err = c.line(); err != nil || len(line) != 0 {
			return 0, nil, errMalformed
		}
		if size == 0 {
			return status, c.body, nil
		}
	}
}

// read appends n bytes to the body.
func (c *conn) read(n int) error {
	from := len(c.body)
	c.body = append(c.body, make([]byte, n)...)
	_, err := io.ReadFull(c.reader, c.body[from:])
	return err
}

func (c *conn) line() ([]byte, error) {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
