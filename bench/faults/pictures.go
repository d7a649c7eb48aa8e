package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"time"
)

// signIn is the token of the demo's administrator.
func (w *world) signIn() (string, error) {
	body := `{"query": "mutation { userLogin(input: {email: \"admin@orrery.example\", password: \"Orrery-Admin-1!\"}) { token } }"}`
	response, err := client.Post(w.first.url+"/graphql", "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	var out struct {
		Data struct{ UserLogin struct{ Token string } }
	}
	err = json.NewDecoder(response.Body).Decode(&out)
	return out.Data.UserLogin.Token, err
}

// upload sends a picture and returns the address that it got.
func (w *world) upload(token string, width int) (status int, address string, took time.Duration, err error) {
	var picture, form bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, width, 40)), nil); err != nil {
		return 0, "", 0, err
	}
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "a.jpg")
	if err != nil {
		return 0, "", 0, err
	}
	_, _ = part.Write(picture.Bytes())
	if err := parts.Close(); err != nil {
		return 0, "", 0, err
	}
	request, err := http.NewRequest(http.MethodPost, w.first.url+"/api/v1/uploads", &form)
	if err != nil {
		return 0, "", 0, err
	}
	request.Header.Set("Content-Type", parts.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+token)
	began := time.Now()
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	if err != nil {
		return 0, "", 0, err
	}
	defer func() { _ = response.Body.Close() }()
	var out struct{ Upload struct{ URL string } }
	err = json.NewDecoder(response.Body).Decode(&out)
	return response.StatusCode, out.Upload.URL, time.Since(began), err
}

// known is a picture that was uploaded while there was a store, by the tag that browsers keep.
var known struct{ token, url, tag string }

// keepPicture uploads a picture that pictures asks for later.
func (w *world) keepPicture() error {
	token, err := w.signIn()
	if err != nil {
		return err
	}
	status, url, _, err := w.upload(token, 60)
	if err != nil || status != http.StatusCreated {
		return fmt.Errorf("upload: %d %w", status, err)
	}
	response, err := client.Get(w.first.url + url)
	if err != nil {
		return err
	}
	known.token, known.url, known.tag = token, url, response.Header.Get("ETag")
	return response.Body.Close()
}

// pictures looks at what becomes of uploads and pictures without their store.
func (w *world) pictures() (string, error) {
	status, _, took, err := w.upload(known.token, 61)
	if err != nil {
		return "", err
	}
	if status != http.StatusServiceUnavailable {
		return "", fmt.Errorf("an upload answers %d", status)
	}
	request, err := http.NewRequest(http.MethodGet, w.first.url+known.url, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("If-None-Match", known.tag)
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNotModified {
		return "", fmt.Errorf("a picture that a browser has answers %d", response.StatusCode)
	}
	return fmt.Sprintf("an upload: 503 after %.1f s; a picture that a browser has: 304", took.Seconds()), nil
}
